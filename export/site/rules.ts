/** A game's README as part of a page. */
import { Marked, type Tokens } from 'marked';
import { type Markup, markup, Markup as markupOf } from '../../eval/charts/markup.js';

/**
 * @param text Markdown; its first heading is the page's own and left out
 * @param linkTo where a link leads that is no address and does not stay in the text; undefined: nowhere, its words stay
 */
export function rules(text: string, linkTo: (link: string) => string | undefined): Markup {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens);
        const to = /^(#|https?:)/.test(href) ? href : linkTo(href);
        return to === undefined ? words : markup`<a href="${to}">${new markupOf(words)}</a>`.toString();
      },
      // What scrolls can be reached by the keyboard.
      code: ({ text }: Tokens.Code): string =>
        markup`<pre tabindex="0"><code>${text.trimEnd()}</code></pre>\n`.toString(),
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], kind: string) =>
          `<tr>${cells.map(({ tokens }) => `<${kind}>${this.parser.parseInline(tokens)}</${kind}>`).join('')}</tr>\n`;
        const empty = token.header.every(({ text }) => text === '');
        const head = empty ? '' : `<thead>${row(token.header, 'th')}</thead>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      // Nothing is marked up in another way than in Markdown.
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => markup`${text}`.toString(),
    },
  });
  return new markupOf(marked.parse(text.replace(/^# .*\n/, ''), { async: false }));
}

/** As links within a README name its headings. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
