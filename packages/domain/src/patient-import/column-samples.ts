import { cleanSingleLine } from '../text.ts';

/** Sample values of a column, and the number of rows in which it has a value; null if they are not counted yet. */
export interface ColumnContent {
  readonly values: number | null;
  readonly samples: readonly string[];
}

/** Different values that are shown of a column. */
const SAMPLES = 3;
/** Characters of a cell that are looked at and shown. */
const MAX_READ = 1000;
const MAX_SHOWN = 60;

/** Counts the values of each column, row by row, and keeps the first different ones. Memory does not grow with the file. */
export class ColumnSampler {
  readonly #counts: number[];
  readonly #samples: string[][];

  constructor(columnCount: number) {
    this.#counts = Array.from({ length: columnCount }, () => 0);
    this.#samples = Array.from({ length: columnCount }, () => []);
  }

  add(cells: readonly string[]): void {
    this.#samples.forEach((samples, at) => {
      const cell = cells[at];
      if (cell === undefined || cell.trim() === '') return;
      this.#counts[at] = (this.#counts[at] ?? 0) + 1;
      if (samples.length === SAMPLES) return;
      const text = cell.slice(0, MAX_READ);
      if (!samples.includes(text)) samples.push(text);
    });
  }

  /** The columns in the order of the file. `mask` hides what may not be shown of a cell. */
  columns(mask: (cell: string, at: number) => string): readonly (ColumnContent & { values: number })[] {
    return this.#samples.map((samples, at) => ({
      values: this.#counts[at] ?? 0,
      samples: samples.map((cell) => shown(mask(cell, at))),
    }));
  }
}

/** Text that can be stored as JSON: well formed, and without control characters. */
function shown(text: string): string {
  const line = cleanSingleLine(text.replaceAll(/\p{Cc}/gu, ' ')).toWellFormed();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : line;
}
