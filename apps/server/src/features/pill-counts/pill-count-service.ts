import type { BodyOf } from '@portal/contract/endpoint';
import {
  FUTURE_PRESCRIPTION,
  type PillCount,
  pillCountCalculate,
  pillCountDelete,
  pillCountGet,
  pillCountHistory,
} from '@portal/contract/pill-counts';
import { todayIn } from '@portal/domain/date';
import { calculatePillCount } from '@portal/domain/pill-count';
import { passesRoleCheck } from '@portal/domain/roles';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import type { Db } from '#db/database.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { getPatientRef, requireBorn, requirePatient } from '#features/patients/index.ts';
import {
  findLastCount,
  findPillCount,
  insertPillCount,
  listPillCounts,
  markDeleted,
} from './pill-count-repo.ts';
import { presentPillCount } from './pill-count-view.ts';

/**
 * Calculates a pill count and saves it on request. Throws VALIDATION for a date after the practice's current date or before
 * the patient's birth, and for a patient who does not exist or is deactivated.
 */
export const calculateAndSave = operation(pillCountCalculate, async (context, { body }) => {
  const today = todayIn(context.deps.config.practice.timeZone, context.now);
  if (body.prescriptionDate > today) throw fieldError('prescriptionDate', FUTURE_PRESCRIPTION);
  const result = { ...calculatePillCount(body, today), calculatedAt: context.now.toISOString() };
  if (!body.saveToHistory) {
    await inTransaction(context, async (tx) => {
      const patientId = await requirePatientOnDay(tx.db, body);
      tx.audit({ action: 'Accessed', entityType: 'PillCount', entityId: null, patientId });
    });
    return { ...result, id: null };
  }
  return { ...result, id: await save(context, body, today) };
});

/** Returns the ID of an active patient who was born by the prescription date. Throws VALIDATION. */
async function requirePatientOnDay(
  db: Db,
  { patientId, prescriptionDate: day }: BodyOf<typeof pillCountCalculate>,
): Promise<string> {
  const { id } = await requirePatient(db, patientId);
  await requireBorn(db, id, { field: 'prescriptionDate', label: 'The prescription date', day });
  return id;
}

function save(
  context: SignedInContext,
  body: BodyOf<typeof pillCountCalculate>,
  today: string,
): Promise<string> {
  return inTransaction(context, async (tx) => {
    const patientId = await requirePatientOnDay(tx.db, body);
    const { saveToHistory: _, patientId: _patient, ...fields } = body;
    const id = await insertPillCount(tx.db, {
      patient_id: patientId,
      provider_id: context.user.id,
      prescription_name: fields.prescriptionName,
      prescription_date: fields.prescriptionDate,
      pills_given: fields.pillsGiven,
      pills_carried_over: fields.pillsCarriedOver,
      tenths_per_day: Math.round(fields.pillsPerDay * 10),
      pills_remaining: fields.pillsRemaining,
      notes: fields.notes,
      counted_on: today,
      calculated_at: context.now,
      deleted_at: null,
      deleted_by: null,
    });
    tx.audit({ action: 'Created', entityType: 'PillCount', entityId: id, patientId, newValues: fields });
    return id;
  });
}

/** Lists a patient's saved pill counts, newest first. Throws NOT_FOUND for an unknown patient. */
export const getHistory = operation(pillCountHistory, async (context, { params: { patientId }, query }) => {
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  const { rows, ...totals } = await listPillCounts(db, patientId, query);
  await recordRead(context, { action: 'Accessed', entityType: 'PillCount', entityId: null, patientId });
  return { data: rows.map((row) => presentPillCount(row)), ...totals };
});

/** Returns a saved pill count. Throws NOT_FOUND, also for a deleted one. */
export const getPillCount = operation(pillCountGet, async (context, { params: { id } }) => {
  const row = await findPillCount(context.deps.db, id);
  if (row === undefined) throw notFound();
  const patientId = row.patient_id;
  await recordRead(context, { action: 'Viewed', entityType: 'PillCount', entityId: id, patientId });
  return presentPillCount(row);
});

/** Soft-deletes a pill count; only its author or an Admin may. Throws NOT_FOUND, FORBIDDEN. */
export const removePillCount = operation(pillCountDelete, async (context, { params: { id } }) => {
  await inTransaction(context, async (tx) => {
    const row = await findPillCount(tx.db, id);
    if (row === undefined) throw notFound();
    if (row.provider_id !== context.user.id && !passesRoleCheck(context.user.roles, ['Admin']))
      throw new AppError('FORBIDDEN', {
        message: 'Only the author or an Admin can delete this record.',
      });
    if (!(await markDeleted(tx.db, id, context.user.id, context.now))) throw notFound();
    const count = presentPillCount(row);
    tx.audit({
      action: 'Deleted',
      entityType: 'PillCount',
      entityId: id,
      patientId: row.patient_id,
      oldValues: {
        prescriptionName: count.prescriptionName,
        prescriptionDate: count.prescriptionDate,
        pillsGiven: count.pillsGiven,
        pillsCarriedOver: count.pillsCarriedOver,
        pillsPerDay: count.pillsPerDay,
        pillsRemaining: count.pillsRemaining,
        notes: count.notes,
      },
    });
  });
  return undefined;
});

/** Lists a patient's newest pill counts. The caller records the read. */
export async function listNewestCounts(db: Db, patientId: string, pageSize: number): Promise<PillCount[]> {
  const { rows } = await listPillCounts(db, patientId, { page: 1, pageSize });
  return rows.map((row) => presentPillCount(row));
}

/** Returns a patient's last pill count up to a day; null without one. The caller records the read. */
export async function getLastCount(
  db: Db,
  patientId: string,
  day: string,
): Promise<(Pick<PillCount, 'id' | 'complianceStatus'> & { readonly countedOn: string }) | null> {
  const row = await findLastCount(db, patientId, day);
  if (row === undefined) return null;
  const { id, complianceStatus } = presentPillCount(row);
  return { id, complianceStatus, countedOn: row.counted_on };
}
