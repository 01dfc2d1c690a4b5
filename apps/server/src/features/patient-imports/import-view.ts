import type { ImportStatus, PatientImport } from '@portal/contract/patient-imports';
import type { Db } from '#db/database.ts';
import { listUserRefs } from '#db/user-refs.ts';
import { isAlive } from '#platform/signs-of-life.ts';
import { AppError } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { listNoted } from './problem-repo.ts';
import type { ImportRow } from './import-repo.ts';

/** Whether a process is working on the import. */
export const isActive = ({ active_at: at }: ImportRow, now: Date): boolean =>
  at !== null && isAlive('patientImport', at, now);

function statusOf(row: ImportRow, now: Date): ImportStatus {
  const task = isActive(row, now) ? row.task : null;
  if (task === 'undo') return 'Undoing';
  if (row.state === 'Draft')
    return task === 'check' ? 'Checking' : row.checked_at === null ? 'NotChecked' : 'Checked';
  if (row.state === 'Unfinished') return task === 'import' ? 'Importing' : 'Stopped';
  return row.state;
}

const maySee = (context: SignedInContext, row: Pick<ImportRow, 'compares_ssn'>): boolean =>
  !row.compares_ssn || hasPermission(context, 'Patient.ViewSsn');

/** Throws FORBIDDEN if the result of an import depends on social security numbers that the caller may not view. */
export function requireSight(context: SignedInContext, row: Pick<ImportRow, 'compares_ssn'>): void {
  if (maySee(context, row)) return;
  throw new AppError('FORBIDDEN', {
    message:
      'This import compared social security numbers, which you may not view. Someone who may must continue it; you can only cancel, discard or undo it.',
  });
}

/** Converts imports to the API's format. */
export async function presentImports(
  context: SignedInContext,
  db: Db,
  rows: readonly ImportRow[],
): Promise<PatientImport[]> {
  const { now } = context;
  const noted = await listNoted(
    db,
    rows.filter((row) => maySee(context, row)).map(({ id }) => id),
  );
  const users = await listUserRefs(
    db,
    rows.map(({ started_by: by }) => by),
  );
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    status: statusOf(row, now),
    hasFile: row.file_key !== null,
    hasNotes: row.file_key !== null && noted.has(row.id),
    isByCommand: row.started_by === null,
    startedBy: (row.started_by === null ? undefined : users.get(row.started_by)) ?? null,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    rowCount: row.row_count,
    lines: row.lines,
    rowsDone: row.rows_done,
    ...(maySee(context, row)
      ? {
          imported: row.imported,
          updated: row.updated,
          unchanged: row.unchanged,
          failed: row.failed,
          duplicates: row.duplicates,
          refused: row.refused,
          skipped: row.skipped,
        }
      : {
          imported: null,
          updated: null,
          unchanged: null,
          failed: null,
          duplicates: null,
          refused: null,
          skipped: null,
        }),
    withDuplicates: row.with_duplicates,
    trouble: isActive(row, now) ? null : row.trouble,
  }));
}

/** Converts an import to the API's format. */
export async function presentImport(
  context: SignedInContext,
  db: Db,
  row: ImportRow,
): Promise<PatientImport> {
  const [presented] = await presentImports(context, db, [row]);
  if (presented === undefined) throw new Error('an import was not presented');
  return presented;
}
