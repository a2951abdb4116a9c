/** Words of games that count their seats, with the names of the seats instead. The page has it too. */
const numbered = /\bseat (\d+)\b/gi;

/** Whether a text counts a seat. */
export const countsSeats = (text: string): boolean => text.search(numbered) >= 0;

/** The text with names for numbers of seats. @param nameOf a seat; undefined: its number stays */
export const withSeatNames = (text: string, nameOf: (seat: number) => string | undefined): string =>
  text.replace(numbered, (words, seat: string) => nameOf(Number(seat)) ?? words);
