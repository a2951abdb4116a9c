/** HTML and SVG as text. Whatever is put into a template is escaped, unless it is markup itself. */

/** Finished markup: goes into other markup as it is. */
export class Markup {
  constructor(private readonly source: string) {}
  toString = (): string => this.source;
}

/** What may stand in a template. Lists stand line by line; null leaves nothing. */
export type MarkupContent = Markup | string | number | null | readonly MarkupContent[];

/**
 * A template: `` markup`<p class="${name}">${text}</p>` ``. Attributes are to be quoted. Numbers are written with at most
 * two decimals, as coordinates want it; give a number that must be exact as a string.
 */
export function markup(parts: TemplateStringsArray, ...pieces: readonly MarkupContent[]): Markup {
  return new Markup(parts.map((part, i) => (i === 0 ? part : written(pieces[i - 1]!) + part)).join(''));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function written(piece: MarkupContent): string {
  if (piece === null) return '';
  if (piece instanceof Markup) return String(piece);
  if (typeof piece === 'number') return String(Number(piece.toFixed(2)));
  if (typeof piece === 'string') return piece.replace(/[&<>"]/g, (c) => escapes[c]!);
  return piece.map(written).join('\n');
}
