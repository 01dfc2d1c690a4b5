import { plainNote } from '@portal/domain/text';

/** Line breaks that HTML does not know: Word’s, form feed, next line, line and paragraph separators. */
const OTHER_BREAKS = /[\v\f\u0085\u2028\u2029]/g;

// Word and Outlook write a list item as a paragraph whose style names the list and the level. The bullet or number is text in an
// element with the style "mso-list:Ignore" (issue 1526 of Tiptap on GitHub, read 2026-11-26).
const WORD_ITEM = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/u;
const WORD_MARKER = '[style*="mso-list:" i][style*="ignore" i]';
const NUMBER = /^\(?[\p{L}\p{N}.]+[.)]$|\d$/u;
const FIRST_NUMBER = /^\(?[1ai][.)]?$/iu;
const BLOCKS = 'p, div';
const OTHER_LINES = 'br, hr, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre';

/** HTML of another program as the editor can hold it: Word's lists become lists, and each row of a table becomes a line. */
export function pastedHtml(html: string): string {
  const plain = plainNote(html.replaceAll(OTHER_BREAKS, '<br>'));
  if (!/mso-list|<table/iu.test(plain)) return plain;
  const { body } = new DOMParser().parseFromString(plain, 'text/html');
  for (const line of body.querySelectorAll('p')) if (line.isConnected) replaceWordList(line);
  // Inner tables come first.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const caption = table.caption === null ? [] : [filled('div', table.caption.childNodes)];
    table.replaceWith(...caption, ...[...table.rows].flatMap(linesOf));
  }
  return body.innerHTML;
}

interface WordItem {
  readonly line: HTMLParagraphElement;
  readonly marker: Element;
  readonly list: string;
  readonly level: number;
}

function wordItem(line: Element | null): WordItem | null {
  if (!(line instanceof HTMLParagraphElement)) return null;
  const marker = line.querySelector(WORD_MARKER);
  const [, list, level, override = ''] = WORD_ITEM.exec(line.getAttribute('style') ?? '') ?? [];
  return marker === null || list === undefined
    ? null
    : { line, marker, list: `${list} ${override}`, level: Number(level) };
}

/** Replaces the Word list that begins with a paragraph, if one does. */
function replaceWordList(first: Element): void {
  const items: WordItem[] = [];
  for (let item = wordItem(first); item !== null; item = wordItem(item.line.nextElementSibling))
    items.push(item);
  const lists = listsOf(items);
  first.before(...lists);
  for (const { line, marker } of items)
    if (lists.length > 0) line.remove();
    else marker.replaceWith(`${textOf(marker)} `);
}

/** The lists that items make. None if a list would begin with another number than in Word: a header's lists begin with 1. */
function listsOf(items: readonly WordItem[]): readonly Element[] {
  const top: Element[] = [];
  const open: (Pick<WordItem, 'list' | 'level'> & { readonly element: Element })[] = [];
  for (const { line, marker, list, level } of items) {
    while (open.some((one) => one.level > level || (one.level === level && one.list !== list))) open.pop();
    if (open.at(-1)?.level !== level) {
      const number = textOf(marker);
      const isNumbered = NUMBER.test(number);
      if (isNumbered && !FIRST_NUMBER.test(number)) return [];
      const element = document.createElement(isNumbered ? 'ol' : 'ul');
      const outer = open.at(-1)?.element.lastElementChild;
      if (outer instanceof Element) outer.append(element);
      else top.push(element);
      open.push({ list, level, element });
    }
    const item = document.createElement('li');
    item.innerHTML = line.innerHTML;
    item.querySelector(WORD_MARKER)?.remove();
    open.at(-1)?.element.append(item);
  }
  return top;
}

/** The lines of a table row: one, unless a cell has several. */
function linesOf(row: HTMLTableRowElement): readonly Element[] {
  const cells = [...row.cells].filter((cell) => textOf(cell) !== '');
  if (cells.length === 0) return [];
  if (
    cells.some((cell) => cell.querySelector(OTHER_LINES) !== null || cell.querySelectorAll(BLOCKS).length > 1)
  )
    return cells.map((cell) => filled('div', cell.childNodes));
  for (const block of cells.flatMap((cell) => [...cell.querySelectorAll(BLOCKS)]))
    block.replaceWith(' ', ...block.childNodes, ' ');
  return [
    filled(
      'p',
      cells.flatMap((cell) => [...cell.childNodes, ' ']),
    ),
  ];
}

function filled(tag: 'p' | 'div', nodes: Iterable<Node | string>): Element {
  const element = document.createElement(tag);
  element.append(...nodes);
  return element;
}

const textOf = (element: Element): string => (element.textContent ?? '').trim();
