/** A page of ours: HTML in one file, without script, font or image from anywhere. */
import { type Markup, markup, type Piece } from './markup.js';

const style = markup`body { font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #fff; max-width: 920px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
.table { overflow-x: auto; } table { border-collapse: collapse; overflow-wrap: normal; }
th, td { text-align: left; padding: 2px 14px 2px 0; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid #d1d5db; }
.charts { display: grid; gap: 1.2em 1.5em; } figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; font-size: 0.9em; }
@media (min-width: 800px) {
  .charts { grid-template-columns: 1fr 1fr; }
  .charts figure:last-child:nth-child(odd) { grid-column: 1 / -1; justify-self: center; width: calc(50% - 0.75em); }
}
svg { display: block; width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: #6b7280; }
pre { background: #f3f4f6; padding: 1em; overflow-x: auto; overflow-wrap: normal; }
dl { display: grid; grid-template-columns: minmax(7em, max-content) 1fr; gap: 0.2em 1em; } dt { font-weight: 600; } dd { margin: 0; min-width: 0; }
@media (max-width: 500px) { dl { display: block; } dd { margin-bottom: 0.5em; } }
.key { font-size: 0.85em; } .key span { display: inline-block; margin-right: 1em; } small { color: #6b7280; }
`;

/** Charts in two columns, where there is room. */
export const grid = (figures: readonly Markup[]) => markup`<div class="charts">\n${figures}\n</div>`;

/** The page. @param body what follows its heading */
export const page = (title: string, body: Piece): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.toString();
