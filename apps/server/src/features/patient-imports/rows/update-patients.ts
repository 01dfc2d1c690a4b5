import { chosenChanges, type FoundChange, type UpdateChoice } from '@portal/domain/patient-import/updates';
import type { Transaction } from 'kysely';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Database } from '#db/schema.ts';
import { readSsn, ssnColumns, ssnIndex } from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import type { CheckedRow, KnownRow } from './check-rows.ts';
import { listFoundVersions, storeUpdates, writePatients, type StoredUpdate } from './update-repo.ts';
import { addUpdateActivity, updateEntry, writtenPatient } from './written-patient.ts';

/** The updates of an import. */
export interface UpdateRequest {
  readonly importId: string;
  readonly choice: UpdateChoice;
  /** Whether the changes were shown before: then nothing else is changed. */
  readonly wasShown: boolean;
  readonly actorId: string | null;
  readonly now: Date;
}

interface Planned {
  readonly row: KnownRow;
  readonly changes: readonly FoundChange[];
}

/**
 * Updates the patients that rows are, as far as it was chosen. Returns the rows with what became of them: a row fails if its patient was
 * changed since it was compared.
 */
export async function updatePatients(
  tx: Transaction<Database>,
  keys: Keys,
  rows: readonly CheckedRow[],
  request: UpdateRequest,
): Promise<{ readonly rows: CheckedRow[]; readonly entries: AuditEntryInput[] }> {
  const { importId, now } = request;
  const wanted = rows.flatMap((row): Planned[] => {
    const changes = row.outcome === 'update' ? chosenChanges(row.known.changes, request.choice) : [];
    return row.outcome !== 'update' || changes.length === 0 ? [] : [{ row, changes }];
  });
  const current = request.wasShown ? await unchangedSinceCheck(tx, importId, wanted) : wanted;
  const written = await writePatients(
    tx,
    current.map(({ row, changes }) => {
      const { known, patient } = row;
      const values = changes
        .filter(({ field }) => field !== SSN)
        .map(({ field, next }) => [field, next] as const);
      const ssn = hasSsn(changes) ? ssnColumns(keys, known.row.id, patient.socialSecurityNumber) : undefined;
      return writtenPatient(known.row, values, ssn);
    }),
    now,
  );
  const done = current.filter(({ row }) => written.has(row.known.row.id));
  await storeUpdates(
    tx,
    importId,
    'Applied',
    done.map((planned) => appliedUpdate(keys, planned)),
  );
  if (done.length > 0) await addUpdateActivity(tx, now, request.actorId);
  const wantedRows = new Set<CheckedRow>(wanted.map(({ row }) => row));
  const doneRows = new Set<CheckedRow>(done.map(({ row }) => row));
  return {
    rows: rows.map((row): CheckedRow => {
      if (row.outcome !== 'update' || doneRows.has(row)) return row;
      return wantedRows.has(row) ? changedSince(row) : { ...row, outcome: 'same' };
    }),
    entries: done.map(({ row, changes }) => updateEntry(importId, row.known.row.id, changes)),
  };
}

async function unchangedSinceCheck(
  tx: Transaction<Database>,
  importId: string,
  planned: readonly Planned[],
): Promise<readonly Planned[]> {
  const lines = planned.map(({ row }) => row.row.line);
  const versions = await listFoundVersions(tx, importId, lines);
  return planned.filter(({ row }) => versions.get(row.row.line) === row.known.row.version);
}

const changedSince = ({ row, known }: KnownRow): CheckedRow => ({
  row,
  outcome: 'fail',
  reasons: [`Patient ${known.row.medicalRecordNumber} was changed after the check, so it was not updated`],
});

const SSN = 'socialSecurityNumber';
const hasSsn = (changes: readonly FoundChange[]): boolean => changes.some(({ field }) => field === SSN);

function appliedUpdate(keys: Keys, { row: { row, known }, changes }: Planned): StoredUpdate {
  const { id, ssn, version } = known.row;
  return {
    line: row.line,
    patientId: id,
    patientVersion: version + 1,
    changes,
    ...(ssn !== null && hasSsn(changes)
      ? {
          formerSsn: ssn.toString('base64'),
          formerSsnIndex: ssnIndex(keys, readSsn(keys, id, ssn)).toString('base64'),
        }
      : {}),
  };
}
