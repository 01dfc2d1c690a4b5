import { ValueCounter } from '@portal/domain/patient-import/choices';
import { LinesByText } from '@portal/domain/patient-import/lines-by-text';
import { appendEntries } from '#audit/append.ts';
import { transact } from '#db/open-transaction.ts';
import { checkRows, type CheckedBatch, type CheckedRow, type CheckOptions } from '../rows/check-rows.ts';
import { comparedEntries } from '../import-audit.ts';
import { RunLost } from '../import-error.ts';
import { endCheck } from '../findings-repo.ts';
import { addCounts, releaseRun } from '../import-repo.ts';
import { insertNotes, insertProblems } from '../problem-repo.ts';
import { previewRows } from './row-file.ts';
import { countNotes, countRows, notesOf, problemsOf, type ImportDeps, type Run } from '../run-import.ts';
import type { Source } from './source.ts';
import { storeUpdates, type StoredUpdate } from '../rows/update-repo.ts';

/** Rows of the preview. */
const PREVIEW = 20;

/** Checks an uploaded file and stores what it finds: counts, problems and a preview. It imports nothing. Throws RunLost. */
export async function checkUpload(
  deps: ImportDeps,
  run: Run,
  request: Pick<CheckOptions, 'rules' | 'isCanceled' | 'comparesSsn'> & { readonly source: Source },
): Promise<void> {
  const preview: string[][] = [];
  const notes = new LinesByText();
  const values = new ValueCounter();
  for await (const batch of checkRows(request.source, { ...deps, ...request, values, findsChanges: true })) {
    await storeBatch(deps, run, batch);
    for (const row of previewRows(batch.rows).slice(0, PREVIEW - preview.length))
      preview.push(row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))));
    countNotes(notes, batch.rows);
  }
  if (request.isCanceled()) {
    await releaseRun(deps.db, run.id, run.runId);
    return;
  }
  const findings = { preview, notes: [...request.source.notes, ...notes.found], values: values.found };
  if (!(await endCheck(deps.db, run, findings, deps.clock.now()))) throw new RunLost();
}

async function storeBatch(
  { db, keys, clock }: ImportDeps,
  run: Run,
  { rows, alikeIds }: CheckedBatch,
): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    if (!(await addCounts(tx, run, countRows(rows), now))) throw new RunLost();
    await insertProblems(tx, run.id, problemsOf(rows));
    await storeUpdates(tx, run.id, 'Found', foundUpdates(rows));
    await insertNotes(tx, run.id, notesOf(rows));
    await appendEntries(tx, keys.audit, comparedEntries(run.actor, now, alikeIds));
  });
}

/** How rows differ from the patients that they are. */
const foundUpdates = (rows: readonly CheckedRow[]): StoredUpdate[] =>
  rows.flatMap((row) =>
    row.outcome === 'update'
      ? [
          {
            line: row.row.line,
            patientId: row.known.row.id,
            patientVersion: row.known.row.version,
            changes: row.known.changes,
          },
        ]
      : [],
  );
