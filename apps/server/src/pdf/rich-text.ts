import { contentBottom, contentLeft, contentWidth, rule, write, type Pdf } from './document.ts';
import type { PdfFont } from './fonts.ts';
import type { Block, Run } from './html-blocks.ts';
import { printable } from './printable.ts';
import { baseDirections, directionRuns, type BaseDirection } from './text-runs.ts';

/** Sizes in points of plain text and of headings of the levels 1 to 6. */
export type TextSizes = readonly [number, number, number, number, number, number, number];
const SIZES: TextSizes = [9.5, 16, 13, 11.5, 10.5, 10, 9.5];
const INDENT = 16;
/** Longer words are split, so that none runs past the margin. */
const LONGEST_WORD = 40;

interface Piece {
  readonly text: string;
  readonly run: Run;
  readonly width: number;
  /** Whether a line may start with it. */
  readonly isFree: boolean;
}
interface Line {
  readonly pieces: Piece[];
  width: number;
}

interface Place {
  /** Points from the left margin. */
  readonly left: number;
  readonly sizes: TextSizes;
}

/** Draws blocks one below the other, up to the right margin. Pages break between lines. */
export function richText(
  doc: Pdf,
  blocks: readonly Block[],
  { left = 0, sizes = SIZES }: Partial<Place> = {},
): void {
  for (const block of blocks) {
    if (block.kind === 'rule') rule(doc, { gap: RULE_GAP, left });
    else drawBlock(doc, block, { left, sizes });
  }
  doc.x = contentLeft(doc);
}

/** The height of the blocks, without page breaks. */
export const richTextHeight = (doc: Pdf, blocks: readonly Block[]): number =>
  blocks.reduce((height, block) => {
    if (block.kind === 'rule') return height + 1.5 * RULE_GAP;
    const { size, lines } = linesOf(doc, block, { left: 0, sizes: SIZES });
    return height + lines.length * size * 1.2 + gapBelow(block);
  }, 0);

const RULE_GAP = 10;
type TextBlock = Extract<Block, { kind: 'text' }>;
const gapBelow = ({ level }: TextBlock) => (level > 0 ? 2 : 1);

function linesOf(doc: Pdf, block: TextBlock, { left, sizes }: Place) {
  const indent = left + block.indent * INDENT;
  const width = contentWidth(doc) - indent;
  const size = sizes[block.level] ?? sizes[0];
  return { indent, width, size, lines: breakLines(piecesOf(doc, block.runs, size, block.level > 0), width) };
}

function drawBlock(doc: Pdf, block: TextBlock, { left, sizes }: Place): void {
  const { indent, width, size, lines } = linesOf(doc, block, { left, sizes });
  const base = baseDirections(block.runs.map(({ text }) => text.replace('\n', ' ')).join(''))[0] ?? 'ltr';
  for (const [index, line] of lines.entries()) {
    const height = size * 1.2;
    if (doc.y + height > contentBottom(doc)) doc.addPage();
    const top = doc.y;
    const free = width - line.width;
    const shift = block.align === 'left' ? 0 : block.align === 'right' ? free : free / 2;
    let x = contentLeft(doc) + indent + shift;
    if (index === 0 && block.marker !== '')
      write(doc, { size }).text(block.marker, contentLeft(doc) + indent - 12, top, { lineBreak: false });
    for (const { text, run } of inVisualOrder(line.pieces, base)) {
      style(doc, run, size, block.level > 0).text(text, x, top, {
        lineBreak: false,
        underline: run.underline,
        strike: run.strike,
      });
      x += doc.widthOfString(text);
    }
    doc.y = top + height;
  }
  doc.y += gapBelow(block);
}

const MARKS: Readonly<Record<BaseDirection, string>> = { ltr: '\u200E', rtl: '\u200F' };

/** Reorders the pieces of a line from left to right, splits them where the direction changes and marks each direction. */
function inVisualOrder(
  pieces: readonly Piece[],
  base: BaseDirection,
): readonly Pick<Piece, 'text' | 'run'>[] {
  const runs = directionRuns(pieces.map(({ text }) => text).join(''), base);
  if (runs.length === 1 && runs[0]?.isRtl === false) return pieces;
  return runs.flatMap(({ from, to, isRtl }) => {
    const parts: Pick<Piece, 'text' | 'run'>[] = [];
    let start = 0;
    for (const { text, run } of pieces) {
      const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
      if (part !== '') parts.push({ text: MARKS[isRtl ? 'rtl' : 'ltr'] + part, run });
      start += text.length;
    }
    return isRtl ? parts.toReversed() : parts;
  });
}

function style(doc: Pdf, { bold, italic, small }: Run, size: number, isHeading: boolean): Pdf {
  const isBold = bold || isHeading;
  const font: PdfFont = isBold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular';
  return write(doc, { font, size: small ? size * 0.85 : size });
}

/** Splits runs into words with their trailing spaces, and "\n" for line breaks. */
function piecesOf(doc: Pdf, runs: readonly Run[], size: number, isHeading: boolean): Piece[] {
  let isFree = true;
  return runs.flatMap((run) => {
    if (run.text === '\n') return [{ text: '\n', run, width: 0, isFree: true }];
    style(doc, run, size, isHeading);
    return (printable(run.text).match(/[^ ]+ *| +/gu) ?? []).flatMap((word) =>
      splitLongWord(word).map((text) => {
        const piece = { text, run, width: doc.widthOfString(text), isFree };
        isFree = text.endsWith(' ') || text.length >= LONGEST_WORD;
        return piece;
      }),
    );
  });
}

const splitLongWord = (word: string): readonly string[] =>
  word.length <= LONGEST_WORD ? [word] : (word.match(/.{1,40}/gu) ?? []);

function breakLines(pieces: readonly Piece[], width: number): readonly Line[] {
  const lines: Line[] = [{ pieces: [], width: 0 }];
  for (const [index, piece] of pieces.entries()) {
    const line = lines.at(-1);
    if (piece.text === '\n') lines.push({ pieces: [], width: 0 });
    else if (
      line === undefined ||
      (piece.isFree && line.pieces.length > 0 && line.width + wordWidth(pieces, index) > width)
    )
      lines.push({ pieces: [piece], width: piece.width });
    else {
      line.pieces.push(piece);
      line.width += piece.width;
    }
  }
  // A break at the very end does not start a new line.
  if (lines.length > 1 && lines.at(-1)?.pieces.length === 0) lines.pop();
  return lines;
}

/** The width of a word that consists of several pieces. */
function wordWidth(pieces: readonly Piece[], from: number): number {
  let width = 0;
  for (let index = from; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece === undefined || piece.text === '\n' || (index > from && piece.isFree)) break;
    width += piece.width;
  }
  return width;
}
