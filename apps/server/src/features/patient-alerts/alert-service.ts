import type { ParamsOf } from '@portal/contract/endpoint';
import {
  alertCreate,
  alertEnd,
  alertList,
  alertUpdate,
  MAX_ALERTS,
  type PatientAlert,
} from '@portal/contract/patient-alerts';
import { todayIn } from '@portal/domain/date';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { changedValues, type AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { operation } from '#http/operation.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { addPatientActivity, getPatientRef } from '#features/patients/index.ts';
import {
  endLocked,
  findAlert,
  insertAlert,
  listAlerts,
  lockAndCount,
  updateAlert,
  type AlertRow,
} from './alert-repo.ts';

/** Lists a patient's alerts, those that count today or those that have ended. Throws NOT_FOUND. */
export const getAlerts = operation(alertList, async (context, { params: { id: patientId }, query }) => {
  const { db } = context.deps;
  const { ended, ...request } = query;
  await getPatientRef(db, patientId);
  const { rows, ...totals } = await listAlerts(db, { patientId, ended, today: todayOf(context) }, request);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PatientAlert',
    entityId: null,
    patientId,
    newValues: { alertIds: rows.map(({ id }) => id) },
  });
  return { data: rows.map((row) => present(row)), ...totals };
});

/** Lists a patient's newest alerts that have ended. The caller records the read. */
export async function listEndedAlerts(context: SignedInContext, patientId: string, pageSize: number) {
  const which = { patientId, ended: true, today: todayOf(context) };
  const { rows, ...totals } = await listAlerts(context.deps.db, which, { page: 1, pageSize });
  return { rows: rows.map((row) => present(row)), ...totals };
}

/** Adds an alert. Throws NOT_FOUND, CONFLICT for one too many, VALIDATION for an end date in the past. */
export const createAlert = operation(alertCreate, (context, { params: { id: patientId }, body }) =>
  inTransaction(context, async (tx) => {
    requireEndDate(context, body.endsOn);
    const count = await lockAndCount(tx.db, patientId, todayOf(context));
    if (count === undefined) throw notFound('This patient does not exist.');
    if (count >= MAX_ALERTS)
      throw conflict(`A patient can have at most ${MAX_ALERTS} alerts. End one that no longer matters.`);
    const id = await insertAlert(tx.db, patientId, body, byOf(context));
    record(tx, { patientId, id }, ['Created', 'patient.alert_added', 'added'], { newValues: body });
    return presentStored(tx.db, { patientId, id });
  }),
);

/** Changes an alert. Throws NOT_FOUND, STALE, CONFLICT if it has ended, VALIDATION for an end date in the past. */
export const changeAlert = operation(alertUpdate, (context, { params, body: { version, ...sent } }) =>
  inTransaction(context, async (tx) => {
    const before = await lockOpen(context, tx, params, version);
    const values = { text: before.text, endsOn: before.endsOn };
    const changed = withChange(values, sent);
    if (changed.endsOn !== before.endsOn) requireEndDate(context, changed.endsOn);
    await updateAlert(tx.db, before.id, changed);
    const audited = changedValues(values, changed);
    record(tx, before, ['Updated', 'patient.alert_changed', 'changed'], audited);
    return presentStored(tx.db, before);
  }),
);

/** Ends an alert. Throws NOT_FOUND, STALE, CONFLICT if it has ended. */
export const endAlert = operation(alertEnd, (context, { params, body: { version } }) =>
  inTransaction(context, async (tx) => {
    const before = await lockOpen(context, tx, params, version);
    await endLocked(tx.db, before.id, byOf(context));
    const audited = { oldValues: { isEnded: false }, newValues: { isEnded: true } };
    record(tx, before, ['Updated', 'patient.alert_ended', 'ended'], audited);
    return presentStored(tx.db, before);
  }),
);

const todayOf = ({ deps, now }: SignedInContext) => todayIn(deps.config.practice.timeZone, now);
const byOf = ({ user, now }: SignedInContext) => ({ userId: user.id, now });

function requireEndDate(context: SignedInContext, endsOn: string | null): void {
  if (endsOn !== null && endsOn < todayOf(context))
    throw fieldError('endsOn', 'End date may not be before today');
}

async function lockOpen(
  context: SignedInContext,
  tx: Tx,
  { id: patientId, alertId: id }: ParamsOf<typeof alertUpdate>,
  version: number | undefined,
): Promise<AlertRow> {
  const row = await findAlert(tx.db, { patientId, id }, { lock: true });
  if (row === undefined) throw notFound('This alert does not exist.');
  checkVersion(context, version, present(row));
  if (row.endedAt !== null || (row.endsOn !== null && row.endsOn < todayOf(context)))
    throw conflict('This alert has ended. Add a new one if it matters again.');
  return row;
}

/** Audits what happened to an alert, and adds an activity that says nothing about its text. */
function record(
  tx: Tx,
  { patientId, id }: { readonly patientId: string; readonly id: string },
  [action, event, happened]: readonly ['Created' | 'Updated', ActivityEvent, string],
  values: Pick<AuditEntryInput, 'oldValues' | 'newValues'>,
): void {
  tx.audit({ action, entityType: 'PatientAlert', entityId: id, patientId, ...values });
  addPatientActivity(tx, patientId, event, `An alert of a patient was ${happened}`, 'info');
}

async function presentStored(
  db: Db,
  alert: { readonly patientId: string; readonly id: string },
): Promise<PatientAlert> {
  const row = await findAlert(db, alert);
  if (row === undefined) throw new Error('the alert is missing after it was written');
  return present(row);
}

function present(row: AlertRow): PatientAlert {
  const { id, patientId, text, endsOn, version, endedAt } = row;
  const { enderId, enderFirstName: firstName, enderLastName: lastName } = row;
  return {
    id,
    patientId,
    text,
    endsOn,
    version,
    createdAt: row.createdAt.toISOString(),
    createdBy: { id: row.creatorId, firstName: row.creatorFirstName, lastName: row.creatorLastName },
    endedAt: endedAt?.toISOString() ?? null,
    endedBy:
      enderId === null || firstName === null || lastName === null
        ? null
        : { id: enderId, firstName, lastName },
  };
}
