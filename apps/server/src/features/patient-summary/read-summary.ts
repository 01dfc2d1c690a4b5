import type { AnswerOf } from '@portal/contract/endpoint';
import {
  HISTORY_ROWS,
  patientSummary,
  PILL_COUNTS,
  SUMMARY_GUARDS,
  SUMMARY_ROWS,
} from '@portal/contract/patient-summary';
import { passesGuard } from '#authz/guard.ts';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { listUnsignedOf } from '#features/dictations/index.ts';
import { listOpenMessages } from '#features/messages/index.ts';
import { listOpenOrders } from '#features/orders/index.ts';
import { listEndedAlerts } from '#features/patient-alerts/index.ts';
import { getPatientRef, listDuplicatesOf, readNewest } from '#features/patients/index.ts';
import { listNewestCounts } from '#features/pill-counts/index.ts';

type Summary = AnswerOf<typeof patientSummary>;

/** Returns what matters now about a patient, in the sections that the caller may see. Throws NOT_FOUND. */
export const readSummary = operation(patientSummary, async (context, { params: { id: patientId } }) => {
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  const may = (section: keyof Summary) => passesGuard(SUMMARY_GUARDS[section], context.user);
  const summary: Summary = {};
  if (may('openOrders')) summary.openOrders = await listOpenOrders(db, patientId, SUMMARY_ROWS);
  if (may('openMessages'))
    summary.openMessages = await listOpenMessages(db, { patientId }, SUMMARY_ROWS, context.now);
  if (may('unsignedDictations'))
    summary.unsignedDictations = await listUnsignedOf(db, patientId, SUMMARY_ROWS);
  if (may('pillCounts')) summary.pillCounts = await listNewestCounts(db, patientId, PILL_COUNTS);
  if (may('endedAlerts')) summary.endedAlerts = await listEndedAlerts(context, patientId, SUMMARY_ROWS);
  if (may('history')) summary.history = await readNewest(context, patientId, HISTORY_ROWS);
  if (may('duplicates')) summary.duplicates = await listDuplicatesOf(context, patientId);
  await recordShown(context, patientId, summary);
  return summary;
});

const idsOf = (section: { rows: readonly { readonly id: string }[] } | undefined) =>
  section?.rows.map(({ id }) => id) ?? [];

async function recordShown(context: SignedInContext, patientId: string, summary: Summary): Promise<void> {
  const duplicateIds = summary.duplicates?.map(({ id }) => id) ?? [];
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    newValues: {
      orderIds: idsOf(summary.openOrders),
      messageIds: idsOf(summary.openMessages),
      dictationIds: idsOf(summary.unsignedDictations),
      pillCountIds: summary.pillCounts?.map(({ id }) => id) ?? [],
      alertIds: idsOf(summary.endedAlerts),
      timeline: summary.history?.map(({ kind, id }) => `${kind}:${id}`) ?? [],
      ...(duplicateIds.length === 0 ? {} : { patientIds: duplicateIds }),
    },
  });
}
