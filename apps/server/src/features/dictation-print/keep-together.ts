import { contentBottom, contentLeft, type Pdf } from '#pdf/document.ts';

/** Starts a new page when less than `height` points are left on this one. */
export function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > contentBottom(doc)) doc.addPage();
}

/** Texts of up to this many lines are not divided when something must follow them on their page. */
const SHORT_LINES = 5;
/** Points between the lines of a text. */
const LINE_GAP = 1;

interface TextPlace {
  /** Points from the left margin. */
  readonly left?: number;
  readonly width: number;
}

/** The height of a line of the current font, and the number of lines of a text. */
function linesOf(doc: Pdf, text: string, width: number): { readonly line: number; readonly count: number } {
  const line = doc.currentLineHeight(true) + LINE_GAP;
  return { line, count: Math.round(doc.heightOfString(text, { width, lineGap: LINE_GAP }) / line) };
}

/** The height of a text that is kept on one page with what follows; null for one that is divided between pages. */
export function shortHeight(doc: Pdf, text: string, { width }: TextPlace): number | null {
  const { line, count } = linesOf(doc, text, width);
  return count <= SHORT_LINES ? count * line : null;
}

/**
 * How many lines of a text each page has, so that `after` more lines fit below the last two. `first` and `page` are the lines that fit on
 * the current page and on an empty one, which has room for `after` and three lines.
 */
export function linesPerPage(
  lines: number,
  { first, page, after }: { readonly first: number; readonly page: number; readonly after: number },
): readonly number[] {
  const counts: number[] = [];
  let [left, room] = [lines, first];
  while (left + after > room) {
    const here = Math.max(0, Math.min(room, left - 2));
    // No single line at the end of a page where the text begins.
    counts.push(counts.length === 0 && here < 2 ? 0 : here);
    left -= counts.at(-1) ?? 0;
    room = page;
  }
  return [...counts, left];
}

/** Draws a text that may continue on the next pages, with room for `after` points below its last two lines. */
export function flowText(doc: Pdf, text: string, { left = 0, width }: TextPlace, after: number): void {
  const { line, count } = linesOf(doc, text, width);
  const x = contentLeft(doc) + left;
  if (after === 0) {
    doc.text(text, x, doc.y, { width, lineGap: LINE_GAP });
    return;
  }
  // The last line of a page needs no gap below it.
  const fitting = (height: number) => Math.max(0, Math.floor((height + LINE_GAP) / line));
  const page = fitting(contentBottom(doc) - doc.page.margins.top);
  const first = fitting(contentBottom(doc) - doc.y);
  const counts = linesPerPage(count, {
    first,
    page,
    after: Math.min(Math.ceil(after / line), page - 3),
  });
  let at = 0;
  const shortened: { readonly margins: { bottom: number }; readonly by: number }[] = [];
  const shorten = (room: number) => {
    const isLast = at === counts.length - 1;
    const by = isLast ? 0 : (room - (counts[at] ?? room)) * line;
    doc.page.margins.bottom += by;
    shortened.push({ margins: doc.page.margins, by });
    at += 1;
  };
  if (counts[0] === 0) {
    at = 1;
    doc.addPage();
    shorten(page);
  } else shorten(first);
  const onPage = () => shorten(page);
  doc.on('pageAdded', onPage);
  doc.text(text, x, doc.y, { width, lineGap: LINE_GAP });
  doc.off('pageAdded', onPage);
  for (const { margins, by } of shortened) margins.bottom -= by;
}
