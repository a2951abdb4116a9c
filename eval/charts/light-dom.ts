/**
 * As much of a document as Observable Plot draws into, and no more: elements, attributes, text, and the markup they
 * make. Coordinates are written with at most two decimals, so that the same data makes the same bytes.
 */

/** Attributes that hold names and sentences; numbers in all others are coordinates. */
const words = /^(aria-|class$|href$|id$|role$)/;
const longNumber = /-?\d+\.\d{3,}(e[+-]?\d+)?|-?\d+(\.\d+)?e-\d+/g;
const rounded = (text: string) => text.replace(longNumber, (number) => String(Number(Number(number).toFixed(2)) || 0));
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!);

/** Text within an element. */
class LightText {
  readonly nodeType = 3;
  parentNode: LightElement | null = null;

  constructor(
    public data: string,
    readonly ownerDocument: LightDocument,
  ) {}

  get markup(): string {
    return escaped(this.data);
  }
}

type LightNode = LightText | LightElement;

/** An element: as much of one as a chart needs. */
export class LightElement {
  readonly nodeType = 1;
  readonly namespaceURI = 'http://www.w3.org/2000/svg';
  readonly style = {};
  parentNode: LightElement | null = null;
  readonly childNodes: LightNode[] = [];
  private readonly attributes = new Map<string, string>();

  constructor(
    readonly tagName: string,
    readonly ownerDocument: LightDocument,
  ) {}

  setAttribute(name: string, value: unknown): void {
    // Plot names its groups for who cannot see them. Our charts are read as one picture, where such names may not be.
    this.attributes.set(this.tagName === 'g' && name === 'aria-label' ? 'class' : name, String(value));
  }

  setAttributeNS(_namespace: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  appendChild<Node extends LightNode>(node: Node): Node {
    return this.insertBefore(node, null);
  }

  insertBefore<Node extends LightNode>(node: Node, before: LightNode | null): Node {
    node.parentNode?.removeChild(node);
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild<Node extends LightNode>(node: Node): Node {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  append(...nodes: (LightNode | string)[]): void {
    for (const node of nodes)
      this.appendChild(typeof node === 'string' ? this.ownerDocument.createTextNode(node) : node);
  }

  get firstChild(): LightNode | null {
    return this.childNodes[0] ?? null;
  }

  get children(): LightElement[] {
    return this.childNodes.filter((node) => node instanceof LightElement);
  }

  get textContent(): string {
    return this.childNodes.map((node) => (node instanceof LightText ? node.data : node.textContent)).join('');
  }

  set textContent(text: string) {
    for (const node of [...this.childNodes]) this.removeChild(node);
    this.appendChild(this.ownerDocument.createTextNode(text));
  }

  /** The element and what is in it. Style sheets are left out: the page has its own. */
  get markup(): string {
    if (this.tagName === 'style') return '';
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escaped(words.test(name) ? value : rounded(value))}"`)
      .join('');
    const content = this.childNodes.map((node) => node.markup).join('');
    return content === ''
      ? `<${this.tagName}${attributes}/>`
      : `<${this.tagName}${attributes}>${content}</${this.tagName}>`;
  }
}

/** A document: as much of one as a chart needs. */
export class LightDocument {
  readonly documentElement = new LightElement('svg', this);

  createElement(name: string): LightElement {
    return new LightElement(name, this);
  }

  createElementNS(_namespace: string, name: string): LightElement {
    return new LightElement(name, this);
  }

  createTextNode(text: unknown): LightText {
    return new LightText(String(text), this);
  }
}
