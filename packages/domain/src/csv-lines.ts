/** What the lines of a file are. Each line is counted once. */
export interface LineCounts {
  readonly total: number;
  /** Lines with the names of the columns. */
  readonly header: number;
  readonly blank: number;
  /** Resources of FHIR files that are no patients. */
  readonly other: number;
  /** Rows, and the lines they take. */
  readonly rows: number;
  readonly rowLines: number;
  /** The first rows that span several lines. */
  readonly spans: readonly { readonly first: number; readonly last: number }[];
}

/** Rows that are named. */
const MAX_SPANS = 50;

/** Counts the lines of a file, item by item. */
export class LineCounter {
  #counts = { total: 0, header: 0, blank: 0, other: 0, rows: 0, rowLines: 0 };
  readonly #spans: { first: number; last: number }[] = [];

  add(kind: 'header' | 'blank' | 'other' | 'row', { line, lastLine }: { line: number; lastLine: number }) {
    const count = lastLine - line + 1;
    this.#counts.total += count;
    if (kind !== 'row') {
      this.#counts[kind] += count;
      return;
    }
    this.#counts.rows += 1;
    this.#counts.rowLines += count;
    if (count > 1 && this.#spans.length < MAX_SPANS) this.#spans.push({ first: line, last: lastLine });
  }

  get counts(): LineCounts {
    return { ...this.#counts, spans: this.#spans };
  }
}

const number = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string) => `${number.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** "306 lines in the file: 1 with the column names, 302 rows on 304 lines, 1 blank." */
export function describeLines({ total, header, blank, other, rows, rowLines }: LineCounts): string {
  const parts = [
    header === 0 ? '' : `${number.format(header)} with the column names`,
    rows === rowLines ? counted(rows, 'row') : `${counted(rows, 'row')} on ${number.format(rowLines)} lines`,
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
