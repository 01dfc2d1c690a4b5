import type { ChargeRow } from '@portal/contract/charges';
import type { EntryState } from '@portal/domain/charges';
import { personName } from '@portal/domain/person-name';
import { billedCodes } from '@portal/domain/template/billing';
import type { Db } from '#db/database.ts';
import { presentLines, shownNames } from '#features/dictations/index.ts';
import { deathOfRow } from '#request/patient-of-row.ts';
import { findNotes, listLines, type LineRow, type NoteRow } from './charge-repo.ts';

/** Message for a note that does not exist. */
export const MISSING = 'This note does not exist.';

/** Loads notes with their lines, in the order of the IDs. */
export async function loadCharges(db: Db, ids: readonly string[]): Promise<ChargeRow[]> {
  const notes = await findNotes(db, ids);
  const lines = Map.groupBy(await listLines(db, ids), (line) => line.dictation_id);
  return notes.map((note) => presentNote(note, lines.get(note.id) ?? []));
}

/** Whether the note is entered, and whether it has changed since. */
export const entryStateOf = (row: Pick<NoteRow, 'addendum_count' | 'entered_addenda'>): EntryState => {
  if (row.entered_addenda === null) return 'open';
  return row.addendum_count > row.entered_addenda ? 'changed' : 'entered';
};

/** The version of a note's charges. */
export const versionOf = (row: Pick<NoteRow, 'addendum_count'>): number => row.addendum_count + 1;

function presentNote(row: NoteRow, lines: readonly LineRow[]): ChargeRow {
  const { shown, now } = shownNames(row);
  return {
    id: row.id,
    procedureDate: row.procedure_date,
    patient: { id: row.patient_id, ...shown.patient, ...deathOfRow(row) },
    patientDOB: shown.patientDOB,
    providerId: row.provider_id,
    providerName: personName(shown.provider),
    locationId: row.location_id,
    locationName: row.procedure_location,
    templateName: shown.templateName,
    status: row.status,
    billingOption: row.billing_option,
    signedAt: row.signed_at?.toISOString() ?? null,
    addendumCount: row.addendum_count,
    entryState: entryStateOf(row),
    entry: presentEntry(row),
    isDuplicate: row.is_duplicate,
    awaitsCoSignature: row.awaits_co_signature,
    now,
    lines: [...billedCodes(presentLines(lines), row.billing_option)],
    version: versionOf(row),
  };
}

function presentEntry(row: NoteRow): ChargeRow['entry'] {
  const { batch_id: batchId, batch_name: batchName, entered_at: enteredAt, entered_by: enteredBy } = row;
  if (batchId === null || batchName === null || enteredAt === null || enteredBy === null) return null;
  return {
    batchId,
    batchName,
    enteredAt: enteredAt.toISOString(),
    enteredByUser: {
      id: enteredBy,
      firstName: row.enterer_first_name ?? '',
      lastName: row.enterer_last_name ?? '',
    },
  };
}
