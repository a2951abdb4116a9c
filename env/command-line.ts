/**
 * A command line that a shell takes apart again into the same words. Printed ones are pasted.
 * @param options of a game, which `--options` takes as JSON
 */
export function commandLine(words: readonly (string | number)[], options: Record<string, unknown> = {}): string {
  const all = words.map(String);
  if (Object.keys(options).length > 0) all.push('--options', JSON.stringify(options));
  // A shell may read more into a word that begins with an equals sign.
  return all
    .map((word) => (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
