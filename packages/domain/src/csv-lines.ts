/** What the lines of a file are. Each line is counted once. */
export interface LineCounts {
  readonly total: number;
  /** Lines before the names of the columns that are not blank. */
  readonly before: number;
  /** Lines with the names of the columns. */
  readonly header: number;
  readonly blank: number;
  /** Blank lines at the end, or null. */
  readonly blankEnd: { readonly first: number; readonly last: number } | null;
  /** Lines that only sum up others, and the first ones of them. */
  readonly totals: number;
  readonly totalLines: readonly number[];
  /** Resources of FHIR files that are no patients. */
  readonly other: number;
  /** Rows, and the lines they take. */
  readonly rows: number;
  readonly rowLines: number;
  /** The first rows that span several lines. */
  readonly spans: readonly { readonly first: number; readonly last: number }[];
}

/** What a line can be. */
export type LineKind = 'before' | 'header' | 'blank' | 'other' | 'totals' | 'row';

/** Rows, or lines with a total, that are named. */
const MAX_SPANS = 50;

/** Counts the lines of a file, item by item. */
export class LineCounter {
  #counts = { total: 0, before: 0, header: 0, blank: 0, totals: 0, other: 0, rows: 0, rowLines: 0 };
  readonly #spans: { first: number; last: number }[] = [];
  readonly #totalLines: number[] = [];
  #blankEnd: { first: number; last: number } | null = null;

  add(kind: LineKind, { line, lastLine }: { line: number; lastLine: number }) {
    const count = lastLine - line + 1;
    this.#counts.total += count;
    this.#blankEnd = kind === 'blank' ? { first: this.#blankEnd?.first ?? line, last: lastLine } : null;
    if (kind === 'totals' && this.#totalLines.length < MAX_SPANS) this.#totalLines.push(line);
    if (kind !== 'row') {
      this.#counts[kind] += count;
      return;
    }
    this.#counts.rows += 1;
    this.#counts.rowLines += count;
    if (count > 1 && this.#spans.length < MAX_SPANS) this.#spans.push({ first: line, last: lastLine });
  }

  get counts(): LineCounts {
    return {
      ...this.#counts,
      spans: this.#spans,
      blankEnd: this.#blankEnd,
      totalLines: this.#totalLines,
    };
  }
}

const number = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string) => `${number.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** "308 lines in the file: 1 before the column names, 1 with the column names, 302 rows on 304 lines, 1 with a total, 1 blank." */
export function describeLines(lines: LineCounts): string {
  const { total, before, header, blank, totals, other, rows, rowLines } = lines;
  const parts = [
    before === 0 ? '' : `${number.format(before)} before the column names`,
    header === 0 ? '' : `${number.format(header)} with the column names`,
    rows === rowLines ? counted(rows, 'row') : `${counted(rows, 'row')} on ${number.format(rowLines)} lines`,
    totals === 0 ? '' : `${number.format(totals)} with a total`,
    other === 0 ? '' : `${number.format(other)} without a patient`,
    blank === 0 ? '' : `${number.format(blank)} blank`,
  ];
  return `${counted(total, 'line')} in the file: ${parts.filter((part) => part !== '').join(', ')}.`;
}

/** "Rows that span several lines: 2–3, 7–9." Blank if there are none. */
export function describeSpans({ spans }: Pick<LineCounts, 'spans'>): string {
  if (spans.length === 0) return '';
  const named = spans.map(({ first, last }) => `${first}–${last}`).join(', ');
  return `Rows that span several lines${spans.length === MAX_SPANS ? ' (the first)' : ''}: ${named}.`;
}

/** "Not imported: line 22 with a total; lines 23–25, blank at the end." Blank if there are none. */
export function describeEnd({ totals, totalLines, blankEnd }: LineCounts): string {
  const named = `${totalLines.join(', ')}${totals > totalLines.length ? ' and more' : ''}`;
  const parts = [
    totals === 0 ? '' : `${totals === 1 ? 'line' : 'lines'} ${named} with a total`,
    blankEnd === null
      ? ''
      : blankEnd.first === blankEnd.last
        ? `line ${blankEnd.first}, blank at the end`
        : `lines ${blankEnd.first}–${blankEnd.last}, blank at the end`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Not imported: ${parts.join('; ')}.`;
}
