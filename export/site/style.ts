/** The style of a site's own pages; it lies over that of the pages to play on, whose colours it uses. */
export const siteStyle = `.site { max-width: 64rem; }
.site > :is(h1, h2, h3, p, ul, ol, div) { margin-bottom: 1rem; }
.site a { color: var(--accent); }
.site h1 { font-size: 1.75rem; }
.site h2 { font-size: 1.25rem; margin: 1.5rem 0 0.75rem; }
.site :is(ul, ol):not(.games) { padding-left: 1.25rem; }
.games { list-style: none; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
.games > li { display: flex; flex-direction: column; gap: 0.5rem; }
.games h2 { font-size: 1.125rem; margin: 0; }
.games .ways { margin-top: auto; }
.ways { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.ways a { padding: 0.25rem 0; }
.board-of { display: block; }
.board-of .board { height: 12rem; width: 100%; }
.board-of pre { height: 12rem; overflow: hidden; margin: 0; color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere; }
.site a.board-of { color: inherit; text-decoration: none; }
div.board-of .board { height: min(26rem, 60vh); }
.rules > * { margin-bottom: 0.875rem; }
.rules, .site li { overflow-wrap: anywhere; }
.rules pre, .rules code, .board-of pre { font-family: var(--mono); font-size: 0.8125rem; }
.rules pre { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem; overflow-x: auto; overflow-wrap: normal; }
.rules .table { overflow-x: auto; overflow-wrap: normal; }
.rules table { border-collapse: collapse; font-size: 0.875rem; }
.rules :is(th, td) { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); min-width: 4rem; }
`;
