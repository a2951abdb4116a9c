/** Lines that fit a terminal. No rules here. */

/** Columns that a line of a position's text may have. */
export const COLUMNS = 100;

/**
 * Breaks each line that is too long: at the last space behind a comma, a semicolon or a full stop where that leaves half
 * a line, else at the last space. What follows is indented four columns deeper than the line it belongs to.
 * @returns lines of at most `columns` characters, but for single words that are longer
 */
export function wrap(line: string, columns: number = COLUMNS): string[] {
  if (line.length <= columns) return [line];
  const indent = ' '.repeat(Math.min(line.search(/\S|$/), columns >> 1) + 4);
  const out: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const from = rest.search(/\S/);
    const head = rest.slice(0, columns + 1);
    let at = Math.max(head.lastIndexOf(', ') + 1, head.lastIndexOf('; ') + 1, head.lastIndexOf('. ') + 1);
    if (at < columns >> 1) at = head.lastIndexOf(' ');
    if (at <= from) at = rest.indexOf(' ', from);
    if (at < 0) break;
    out.push(rest.slice(0, at).trimEnd());
    rest = indent + rest.slice(at).trimStart();
  }
  if (rest.trim() !== '') out.push(rest);
  return out;
}
