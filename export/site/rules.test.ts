import { describe, expect, it } from 'vitest';
import { rules } from './rules.js';

const written = (text: string, linkTo: (link: string) => string | undefined = () => undefined) =>
  rules(text, linkTo).toString();

describe('the rules of a game as a page', () => {
  it('leave the title out, and name headings as links within them do', () => {
    expect(written('# Kuhn poker\n\nOne card.\n\n## Who wins, and `why`?\n')).toBe(
      '<p>One card.</p>\n<h2 id="who-wins-and-why">Who wins, and <code>why</code>?</h2>\n',
    );
  });

  it('keep links that lead somewhere, and of the others the words', () => {
    const text =
      'See [*below*](#a), [there](https://example.org/?a=1&b=2), [bots](../../docs/cli.md#agents), [that](x.md).';
    const link = (file: string) =>
      file.startsWith('../../docs/') ? file.replace('../../docs/', '../../documents/') : undefined;
    expect(written(text, link)).toBe(
      '<p>See <a href="#a"><em>below</em></a>, <a href="https://example.org/?a=1&amp;b=2">there</a>, ' +
        '<a href="../../documents/cli.md#agents">bots</a>, that.</p>\n',
    );
  });

  it('have tables that scroll by keys, without an empty head', () => {
    expect(written('| a | b |\n|---|---|\n| `1` | 2 |\n')).toBe(
      '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr>\n</thead>' +
        '<tbody><tr><td><code>1</code></td><td>2</td></tr>\n</tbody></table></div>\n',
    );
    expect(written('| | |\n|---|---|\n| 1 | 2 |\n')).not.toContain('<thead>');
  });

  it('are text where they look like markup', () => {
    expect(written('A <b>bold</b> <script>move</script>\n\n    <i>\n')).toBe(
      '<p>A &lt;b&gt;bold&lt;/b&gt; &lt;script&gt;move&lt;/script&gt;</p>\n<pre tabindex="0"><code>&lt;i&gt;</code></pre>\n',
    );
  });
});
