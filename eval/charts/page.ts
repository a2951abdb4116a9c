/** A page of ours: HTML in one file, light or dark as the reader's system is, without script, font or image from anywhere. */
import { type Markup, type MarkupContent, markup } from './markup.js';

// The colours of series are told apart by who sees few colours, and are legible as text on either background.
const style = markup`:root { color-scheme: light dark; --ink: #1f2937; --paper: #ffffff; --quiet: #5b6472; --line: #d1d5db; --box: #f3f4f6;
  --series-1: #1d5fd1; --series-2: #b4530a; --series-3: #047857; --series-4: #a8326e; --series-5: #6d3fd1; --series-6: #0e7490; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --paper: #14181f; --quiet: #a3acb9; --line: #3b4452; --box: #1f2630;
  --series-1: #79a8ff; --series-2: #f0a35e; --series-3: #4fc79a; --series-4: #f08fbd; --series-5: #b79bff; --series-6: #5cc4dc; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 920px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
.table { overflow-x: auto; margin: 1em 0; } table { border-collapse: collapse; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: 2px 14px 2px 0; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid var(--line); } th, td { white-space: nowrap; } td:first-child { white-space: normal; min-width: 8em; max-width: 22em; } td.number, th.number { text-align: right; }
.charts { display: grid; gap: 1.2em 1.5em; grid-template-columns: minmax(0, 1fr); } figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; font-size: 0.9em; }
@media (min-width: 800px) {
  .charts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .charts > figure:last-child:nth-child(odd) { grid-column: 1 / -1; justify-self: center; width: calc(50% - 0.75em); }
}
figure > svg { display: block; width: 100%; height: auto; } figure > svg text { font: 11px system-ui, sans-serif; }
pre { background: var(--box); padding: 1em; overflow-x: auto; overflow-wrap: normal; }
dl { display: grid; grid-template-columns: minmax(7em, max-content) 1fr; gap: 0.2em 1em; } dt { font-weight: 600; } dd { margin: 0; min-width: 0; }
@media (max-width: 500px) { dl { display: block; } dd { margin-bottom: 0.5em; } }
.key { font-size: 0.85em; margin-top: 0.3em; } .key span { display: inline-block; margin-right: 1em; } .key svg { width: 26px; height: 8px; } small { color: var(--quiet); }
.first { border-left: 4px solid var(--series-1); background: var(--box); padding: 0.6em 1em; margin: 1em 0; } .first p { margin: 0.3em 0; }
.axes > .by-minutes, .axes > #axis-minutes:checked ~ .by-decisions { display: none; } .axes > #axis-minutes:checked ~ .by-minutes { display: block; }
details { margin: 0.6em 0; } summary { cursor: pointer; }
`;

/** Charts in two columns, where there is room. */
export const grid = (figures: readonly Markup[]) => markup`<div class="charts">\n${figures}\n</div>`;

/** The sentences of what to look at first. */
export const firstBox = (sentences: readonly string[]): Markup =>
  markup`<div class="first"><p><b>What to look at first</b></p>${sentences.map((sentence) => markup`<p>${sentence}</p>`)}</div>`;

/** A cell: numbers stand to the right. */
export type Cell = MarkupContent;

/**
 * A table that scrolls where it is too wide.
 * @param numbers columns that hold numbers
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  numbers: readonly number[] = [],
): Markup {
  const kind = (column: number) => (numbers.includes(column) ? markup` class="number"` : null);
  // What scrolls can be reached by the keyboard.
  return markup`<div class="table" tabindex="0"><table>
<tr>${head.map((cell, i) => markup`<th${kind(i)}>${cell}</th>`)}</tr>
${rows.map((row) => markup`<tr>${row.map((cell, i) => markup`<td${kind(i)}>${cell}</td>`)}</tr>`)}
</table></div>`;
}

/** The page. @param body what follows its heading */
export const page = (title: string, body: MarkupContent): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.toString();
