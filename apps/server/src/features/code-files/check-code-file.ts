import type { CodeRow, PairRow } from '@portal/domain/code-files/rows';
import type { ReadRow } from '@portal/domain/code-files/layouts';
import { transact } from '#db/open-transaction.ts';
import type { Db } from '#db/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import { describeDifferences } from './code-differences.ts';
import { beat, endCheck, type CheckResult, type CodeFileRow, type FileRun } from './code-file-repo.ts';
import { RunLost, type CodeFileSource } from './code-file-source.ts';
import { BATCH, insertCodes, insertPairs, knowRationales, removeRows } from './code-row-repo.ts';

export interface CodeFileDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
}

const SHOWN_PROBLEMS = 20;
/** More unreadable rows than this share: the file is damaged, or its layout has changed. */
const MOST_PROBLEMS = 0.01;

export interface CheckRequest {
  readonly source: CodeFileSource;
  readonly run: FileRun;
  /** The practice's current day: editions without a first day are compared with that one. */
  readonly today: string;
  readonly isCanceled: () => boolean;
  /** Called with the number of rows so far. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Checks a file: its rows are stored, but do not count before the file is loaded. Then they are compared with the edition before. A file
 * that cannot be loaded says why (`trouble`), and its rows are removed. Throws RunLost when the work was canceled.
 */
export async function checkCodeFile(
  deps: CodeFileDeps,
  row: CodeFileRow,
  request: CheckRequest,
): Promise<CodeFileRow> {
  const { db, clock } = deps;
  const { source, run, today, isCanceled } = request;
  const onStep = async () => {
    if (isCanceled()) throw new RunLost();
  };
  const rationales = new Map<string, number>();
  const counts = new RowCounts();
  for await (const rows of batches(source.rows(), counts)) {
    await onStep();
    await storeRows(deps, row, run, { rows, rationales });
    request.onRows?.(counts.rows);
  }
  const trouble = counts.trouble;
  if (trouble !== null) await removeRows(db, row.file_no, onStep);
  const result: CheckResult = {
    rowCount: counts.rows,
    problems: { count: counts.problems, first: counts.first },
    differences:
      trouble === null ? await describeDifferences(db, row, row.edition_from ?? today, onStep) : null,
    trouble,
  };
  const checked = await endCheck(db, run, result, clock.now());
  if (checked === undefined) throw new RunLost();
  return checked;
}

/** Counts what is read, and decides whether the file can be loaded. */
class RowCounts {
  rows = 0;
  problems = 0;
  readonly first: { line: number; reason: string }[] = [];
  #lastLine = 0;
  #lastProblem: { line: number; reason: string } | null = null;
  #joinedAt: number | null = null;

  add(row: ReadRow): void {
    this.#lastLine = Math.max(this.#lastLine, row.line);
    if (!('problem' in row)) {
      this.rows += 1;
      return;
    }
    this.problems += 1;
    if (row.isJoined === true) this.#joinedAt ??= row.line;
    this.#lastProblem = { line: row.line, reason: row.problem };
    if (this.first.length < SHOWN_PROBLEMS) this.first.push(this.#lastProblem);
  }

  /** Why the file cannot be loaded, or null. A problem of the last line means that the file was cut off. */
  get trouble(): string | null {
    const { rows, problems } = this;
    if (this.#joinedAt !== null)
      return `Another file begins at line ${this.#joinedAt.toLocaleString('en-US')}. Choose the files as they were downloaded, each alone.`;
    const last = this.#lastProblem;
    if (last !== null && last.line === this.#lastLine)
      return `The end of the file cannot be read (line ${last.line.toLocaleString('en-US')}: ${last.reason}). It may have been cut off. Download it again.`;
    if (rows === 0) return 'The file has no rows.';
    if (problems > (rows + problems) * MOST_PROBLEMS)
      return `${problems.toLocaleString('en-US')} of ${(rows + problems).toLocaleString('en-US')} rows cannot be read. The file is damaged, or its layout has changed.`;
    return null;
  }
}

/** The rows of a file, in batches. */
async function* batches(
  read: AsyncIterable<readonly ReadRow[]>,
  counts: RowCounts,
): AsyncGenerator<readonly ReadRow[], void, undefined> {
  let batch: ReadRow[] = [];
  for await (const rows of read)
    for (const row of rows) {
      counts.add(row);
      if ('problem' in row) continue;
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Adds rows, with a sign of life. Throws RunLost. */
async function storeRows(
  { db, clock }: CodeFileDeps,
  { file_no: fileNo }: CodeFileRow,
  run: FileRun,
  { rows, rationales }: { rows: readonly ReadRow[]; rationales: Map<string, number> },
): Promise<void> {
  const codes: CodeRow[] = [];
  const pairs: PairRow[] = [];
  for (const row of rows)
    if ('row' in row) codes.push(row.row);
    else if ('pair' in row) pairs.push(row.pair);
  await knowRationales(db, pairs, rationales);
  await transact(db, async (tx) => {
    if (!(await beat(tx, run, clock.now(), rows.length))) throw new RunLost();
    await insertCodes(tx, fileNo, codes);
    await insertPairs(tx, fileNo, pairs, rationales);
  });
}
