import { AUDIT_SORTED_LIMIT, auditByPatient, auditByUser, auditGet, auditList } from '@portal/contract/audit';
import type { AnswerOf } from '@portal/contract/endpoint';
import { momentOfEntry } from '#audit/entry-id.ts';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findEntry, readEntries, type EntryRequest } from './entry-repo.ts';
import { entryFilter, filterValues, timeRange } from './entry-filter.ts';
import { presentEntry, presentWhole } from './entry-view.ts';
import { getSummary } from './summary.ts';

type ListAnswer = AnswerOf<typeof auditList>;

/** Lists matching entries. The access itself is recorded with its filters. Throws VALIDATION for a reversed range. */
export const listLog = operation(auditList, async (context, { query }) => {
  const { page, pageSize, orderBy = 'timestamp', sortDirection, ...given } = query;
  const answer = await readPage(context, {
    filter: entryFilter(given, context.deps.config.practice.timeZone),
    orderBy,
    // By default, time is descending and all other columns are ascending.
    descending: (sortDirection ?? (orderBy === 'timestamp' ? 'desc' : 'asc')) === 'desc',
    page,
    pageSize,
  });
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'AuditLog',
    entityId: null,
    patientId: given.patientId ?? null,
    newValues: { ...filterValues(given), ...shownPatients(answer.logs) },
  });
  return answer;
});

/** Lists one user's entries, newest first; empty for an unknown user. */
export const listOfUser = operation(auditByUser, async (context, { params, query }) => {
  const { userId } = params;
  const { page, pageSize, ...dates } = query;
  const answer = await readPage(context, {
    filter: { ...timeRange(dates, context.deps.config.practice.timeZone), userId },
    orderBy: 'timestamp',
    descending: true,
    page,
    pageSize,
  });
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'AuditLog',
    entityId: null,
    newValues: { userId, ...shownPatients(answer.logs) },
  });
  return answer;
});

/** Lists the entries that concern a patient, newest first; empty for an unknown patient. */
export const listOfPatient = operation(auditByPatient, async (context, { params, query }) => {
  const { patientId } = params;
  const { page, pageSize, ...dates } = query;
  const answer = await readPage(context, {
    filter: { ...timeRange(dates, context.deps.config.practice.timeZone), patientId },
    orderBy: 'timestamp',
    descending: true,
    page,
    pageSize,
  });
  await recordRead(context, { action: 'Accessed', entityType: 'AuditLog', entityId: null, patientId });
  return answer;
});

/** The patients of entries, for the entry about showing them. */
const shownPatients = (logs: ListAnswer['logs']) => ({
  patientIds: [...new Set(logs.flatMap(({ patientId }) => patientId ?? []))],
});

async function readPage(
  context: SignedInContext,
  request: Omit<EntryRequest, 'withPatients'>,
): Promise<ListAnswer> {
  const withPatients = hasPermission(context, 'Patient.View');
  const [{ rows, totalCount, totalCountIsApproximate }, summary] = await Promise.all([
    readEntries(context.deps.db, { ...request, withPatients }),
    getSummary(context, {}),
  ]);
  const logs = rows.map((row) => presentEntry(row, context.user));
  return {
    logs,
    data: logs,
    totalCount,
    totalCountIsApproximate,
    coversNewestOnly: request.orderBy !== 'timestamp' && totalCount > AUDIT_SORTED_LIMIT,
    summary,
  };
}

/** Gets one entry with its changes. Throws NOT_FOUND. */
export const getEntry = operation(auditGet, async (context, { params: { id } }) => {
  const withPatients = hasPermission(context, 'Patient.View');
  const row = await findEntry(context.deps.db, { id, at: momentOfEntry(id), withPatients });
  if (row === undefined) throw notFound('Audit entry not found');
  const named = row.new_values?.['patientIds'];
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'AuditLog',
    entityId: id,
    patientId: row.patient_id,
    ...(Array.isArray(named) ? { newValues: { patientIds: named } } : {}),
  });
  return presentWhole(row, context.user);
});
