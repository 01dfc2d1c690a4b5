import { chargeBatch, chargeBatchPreview } from '@portal/contract/charges';
import type { BodyOf } from '@portal/contract/endpoint';
import { CHARGE } from '@portal/contract/health-records';
import { formatDateUs } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import { changeAll, previewAll, type BulkAction, type BulkState } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { lockDictations } from '#features/dictations/index.ts';
import { insertBatch, insertEntry, listEntered, undoEntry } from './batch-repo.ts';
import { findNotes, type NoteRow } from './charge-repo.ts';
import { entryStateOf, MISSING, versionOf } from './charge-view.ts';

type Body = BodyOf<typeof chargeBatch>;

/**
 * Enters notes in billing as a batch, or undoes entries, all or none. Throws NOT_FOUND, STALE for a note with an addendum that the
 * caller has not seen, and CONFLICT for a note that is not signed, is already entered, or is not entered.
 */
export const changeBatch = operation(chargeBatch, (context, { body }) =>
  inTransaction(context, async (tx) => {
    const { action, batchId } = await batchAction(context, tx.db, body);
    return { ...(await changeAll(context, action)), batchId: batchId() };
  }),
);

/** Returns what `changeBatch` would change. */
export const previewBatch = operation(chargeBatchPreview, async (context, { body }) => {
  const { action } = await batchAction(context, context.deps.db, body);
  return previewAll(context, action);
});

async function batchAction(context: SignedInContext, db: Db, body: Body) {
  const records = await recordsOf(db, body);
  let batchId = body.action === 'undo' ? body.batchId : undefined;
  const action: BulkAction = {
    entityType: 'Charge',
    record: CHARGE,
    records,
    read: async (reading, ids) =>
      (await findNotes(reading, ids)).filter(({ is_active: isActive }) => isActive).map(stateOf),
    change: async (record, tx) => {
      const note = await lockNote(tx, record);
      if (body.action === 'undo') {
        batchId ??= note.batch_id ?? undefined;
        return undo(context, tx, note, body.batchId ?? note.batch_id);
      }
      checkEnterable(note, body.action);
      batchId ??= await insertBatch(tx.db, body.batchName, { by: context.user.id, now: context.now });
      return enter(context, tx, note, batchId);
    },
  };
  return { action, batchId: () => batchId ?? '' };
}

async function recordsOf(db: Db, body: Body): Promise<BulkAction['records']> {
  if (body.action !== 'undo') return body.records;
  const { batchId, records } = body;
  if (batchId === undefined) return records ?? [];
  const entered = await listEntered(db, batchId);
  if (entered.length === 0) throw notFound('This batch does not exist, or all of it is undone.');
  return entered.map((row) => ({ id: row.id, version: versionOf(row) }));
}

const stateOf = (row: NoteRow): BulkState => ({
  id: row.id,
  label: `MRN ${row.medical_record_number}, ${formatDateUs(row.procedure_date)}, ${row.template_name}`,
  value: STATE_LABELS[entryStateOf(row)],
  patientId: row.patient_id,
});
const STATE_LABELS = { open: 'Not entered', entered: 'Entered', changed: 'Changed after entry' } as const;

async function lockNote(tx: Tx, { id, version }: BulkAction['records'][number]): Promise<NoteRow> {
  await lockDictations(tx.db, [id]);
  const [note] = await findNotes(tx.db, [id]);
  if (note?.is_active !== true) throw notFound(MISSING);
  if (versionOf(note) !== version)
    throw new AppError('STALE', {
      message: 'An addendum was added in the meantime. Review it and try again.',
    });
  return note;
}

function checkEnterable(note: NoteRow, action: 'enter' | 'enterAgain'): void {
  if (note.status !== 'Signed') throw conflict('This note is not signed.');
  const state = entryStateOf(note);
  if (state === 'entered' || (state === 'changed' && action === 'enter'))
    throw conflict(`This note is already entered in billing, in the batch “${note.batch_name}”.`);
  if (state === 'open' && action === 'enterAgain') throw conflict('This note is not entered in billing yet.');
}

async function enter(context: SignedInContext, tx: Tx, note: NoteRow, batchId: string): Promise<void> {
  const { user, now } = context;
  const entry = { batchId, dictationId: note.id, addendumCount: note.addendum_count };
  if (!(await insertEntry(tx.db, entry, { by: user.id, now })))
    throw conflict('This note is already entered in billing.');
  auditEntry(tx, note, { entered: true, batchId, addenda: note.addendum_count });
}

async function undo(
  { user, now }: SignedInContext,
  tx: Tx,
  note: NoteRow,
  batchId: string | null,
): Promise<void> {
  if (batchId === null || !(await undoEntry(tx.db, { batchId, dictationId: note.id }, { by: user.id, now })))
    throw conflict('This note is not entered in billing.');
  auditEntry(tx, note, { entered: false, batchId });
}

/** Without the name of the batch, which is free text. */
function auditEntry(tx: Tx, note: NoteRow, newValues: Readonly<Record<string, unknown>>): void {
  tx.audit({
    action: 'Updated',
    entityType: 'Charge',
    entityId: note.id,
    patientId: note.patient_id,
    oldValues: { state: entryStateOf(note), batchId: note.batch_id },
    newValues: { ...newValues },
  });
}
