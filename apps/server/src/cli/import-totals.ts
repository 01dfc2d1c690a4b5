import { ValueCounter } from '@portal/domain/patient-import/choices';
import { describeFirstLines, LinesByText } from '@portal/domain/patient-import/lines-by-text';
import {
  CHANGE_KINDS,
  chosenChanges,
  UPDATE_FIELDS,
  type UpdateChoice,
} from '@portal/domain/patient-import/updates';
import { countNotes, countRows, type CheckedRow } from '#features/patient-imports/index.ts';

/** Counts rows and shows the progress on a terminal. */
export class Totals {
  readonly #rowCount: number;
  readonly #updates: UpdateChoice | null;
  #seen: number;
  #imported = 0;
  #updated = 0;
  #unchanged = 0;
  #failed = 0;
  #duplicates = 0;
  #skipped = 0;
  readonly #notes = new LinesByText();
  readonly values = new ValueCounter();
  /** Patients by field and kind of change. */
  readonly #changes = new Map<string, number>();

  constructor(rowCount: number, updates: UpdateChoice | null, skipped = 0) {
    this.#rowCount = rowCount;
    this.#updates = updates;
    this.#seen = skipped;
  }

  add(rows: readonly CheckedRow[]): void {
    const { imported, unchanged, failed, duplicates, skipped } = countRows(rows);
    this.#imported += imported;
    this.#unchanged += unchanged;
    this.#failed += failed;
    this.#duplicates += duplicates;
    this.#skipped += skipped;
    this.#seen += rows.length;
    for (const row of rows) {
      if (row.outcome === 'update') {
        if (chosenChanges(row.known.changes, this.#updates ?? {}).length > 0) this.#updated += 1;
        else this.#unchanged += 1;
        for (const { field, kind } of row.known.changes) increment(this.#changes, `${field} ${kind}`);
      }
    }
    countNotes(this.#notes, rows);
    if (process.stderr.isTTY) process.stderr.write(`\r${this.#seen} of ${this.#rowCount} rows`);
  }

  done(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }

  show(imported: string, updated: string): void {
    const known =
      this.#updates === null
        ? ''
        : `, ${this.#updated} ${updated}, ${this.#unchanged} patients without a change`;
    const skippedText = this.#skipped === 0 ? '' : `, ${this.#skipped} skipped because of their status`;
    console.log(
      `${this.#imported} ${imported}${known}, ${this.#failed} with errors, ${this.#duplicates} likely duplicates${skippedText}`,
    );
    for (const { text, count, lines } of this.#notes.found)
      console.log(`  ${text}: ${count} (${describeFirstLines(count, lines)})`);
  }

  /** How many patients differ, by field. */
  showChanges(): void {
    for (const field of UPDATE_FIELDS) {
      const counts = CHANGE_KINDS.map((kind) => this.#changes.get(`${field} ${kind}`) ?? 0);
      if (counts.every((count) => count === 0)) continue;
      const [blank, different, edited] = counts;
      console.log(
        `${field.padEnd(31)} ${blank} blank in the portal, ${different} different, ${edited} changed in the portal`,
      );
    }
  }
}

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
