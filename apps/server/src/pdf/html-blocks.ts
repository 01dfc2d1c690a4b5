import { plainNote } from '@portal/domain/text';
import { Parser } from 'htmlparser2';

/** Text style of a run. */
export interface WordStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly small: boolean;
}

/** A piece of text with one style. */
export interface Run extends WordStyle {
  /** A line break is "\n". */
  readonly text: string;
}

/** A block of content, drawn one below the other. */
export type Block =
  | {
      readonly kind: 'text';
      readonly align: 'left' | 'center' | 'right';
      /** 1 to 6 for headings, 0 for other text. */
      readonly level: number;
      /** Nesting depth in lists and quotations. */
      readonly indent: number;
      /** "•" or "1." before the first line of a list item. */
      readonly marker: string;
      readonly runs: readonly Run[];
    }
  | { readonly kind: 'rule' };

type TextBlock = Extract<Block, { kind: 'text' }>;

const STYLES: Readonly<Record<string, keyof WordStyle>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  small: 'small',
  sub: 'small',
  sup: 'small',
};
const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ul', 'ol', 'blockquote']);
const INDENTED = new Set(['ul', 'ol', 'blockquote']);
const ALIGNMENT = /text-align\s*:\s*(center|right)/i;
const HEADING = /^h[1-6]$/;

interface OpenTag {
  readonly name: string;
  readonly align: TextBlock['align'] | null;
  /** Number of list items so far. */
  items: number;
}

/** Parses sanitized HTML of a header or footer into drawable blocks. Unknown elements are reduced to their text. */
export function htmlBlocks(html: string): readonly Block[] {
  const reader = new BlockReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes['style'] ?? ''),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(html);
  return reader.end();
}

/** Converts the HTML to plain text, one line per block. */
export const htmlText = (html: string): string =>
  htmlBlocks(html)
    .map((block) =>
      block.kind === 'rule'
        ? ''
        : [block.marker, block.runs.map(({ text }) => text).join('')].join(' ').trim(),
    )
    .filter((line) => line !== '')
    .join('\n');

class BlockReader {
  readonly #blocks: Block[] = [];
  readonly #open: OpenTag[] = [];
  #runs: Run[] = [];
  #marker = '';

  open(name: string, style: string): void {
    if (BLOCKS.has(name)) this.#flush();
    if (name === 'li') this.#marker = this.#nextMarker();
    if (name === 'br') this.#put('\n');
    if (name === 'hr') {
      this.#flush();
      this.#blocks.push({ kind: 'rule' });
    }
    this.#open.push({ name, align: alignOf(style), items: 0 });
  }

  text(text: string): void {
    const words = plainNote(text).replaceAll(/[ \t\n]+/g, ' ');
    const isAtStart = this.#runs.length === 0 || this.#runs.at(-1)?.text.endsWith('\n') === true;
    const placed = isAtStart ? words.trimStart() : words;
    if (placed !== '') this.#put(placed);
  }

  close(name: string): void {
    if (BLOCKS.has(name)) this.#flush();
    const at = this.#open.findLastIndex((tag) => tag.name === name);
    if (at >= 0) this.#open.splice(at);
    if (name === 'li') this.#marker = '';
  }

  end(): readonly Block[] {
    this.#flush();
    return this.#blocks;
  }

  #put(text: string): void {
    const names = new Set(this.#open.map((tag) => STYLES[tag.name]));
    const run = {
      text,
      bold: names.has('bold'),
      italic: names.has('italic'),
      underline: names.has('underline'),
      strike: names.has('strike'),
      small: names.has('small'),
    };
    const last = this.#runs.at(-1);
    // The parser splits text at entities, so merge runs of the same style.
    if (last !== undefined && text !== '\n' && last.text !== '\n' && hasSameStyle(last, run))
      this.#runs[this.#runs.length - 1] = { ...run, text: last.text + text };
    else this.#runs.push(run);
  }

  #flush(): void {
    const runs = this.#runs;
    this.#runs = [];
    if (runs.every(({ text }) => text !== '\n' && text.trim() === '')) return;
    const heading = this.#open.findLast(({ name }) => HEADING.test(name));
    this.#blocks.push({
      kind: 'text',
      align: this.#open.findLast(({ align }) => align !== null)?.align ?? 'left',
      level: heading === undefined ? 0 : Number(heading.name.slice(1)),
      indent: this.#open.filter(({ name }) => INDENTED.has(name)).length,
      marker: this.#marker,
      runs,
    });
    this.#marker = '';
  }

  #nextMarker(): string {
    const list = this.#open.findLast(({ name }) => name === 'ul' || name === 'ol');
    if (list?.name !== 'ol') return '•';
    list.items += 1;
    return `${list.items}.`;
  }
}

const hasSameStyle = (a: WordStyle, b: WordStyle): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.strike === b.strike &&
  a.small === b.small;

function alignOf(style: string): TextBlock['align'] | null {
  if (/text-align\s*:\s*(?:left|justify)/i.test(style)) return 'left';
  const found = ALIGNMENT.exec(style)?.[1]?.toLowerCase();
  return found === 'center' || found === 'right' ? found : null;
}
