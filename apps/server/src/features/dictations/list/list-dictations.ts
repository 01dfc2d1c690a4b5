import { managedDictations } from '@portal/contract/dictation-admin';
import {
  dictationList,
  dictationPending,
  dictationRecent,
  type DictationRow,
  dictationsOfOrder,
  dictationsOfPatient,
  dictationsOfProvider,
} from '@portal/contract/dictations';
import type { QueryOf } from '@portal/contract/endpoint';
import { dayIn } from '@portal/domain/date';
import { STATUSES_OF } from '@portal/domain/dictation';
import { recordRead } from '#request/record-read.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findOrderPatient } from '#features/orders/index.ts';
import { getPatientRef } from '#features/patients/index.ts';
import { findDictationRows } from '../dictation-repo.ts';
import { presentDictationRow } from '../dictation-view.ts';
import { readDictationPage } from './list-repo.ts';
import { patientFilter } from './patient-filter-repo.ts';
import {
  listIdsOfOrder,
  listIdsOfPatient,
  listIdsOfProvider,
  listRecentIds,
  userExists,
} from './short-list-repo.ts';
import { unsignedOf } from './unfinished-repo.ts';

/** Lists a page of dictations, newest procedure first by default. Throws VALIDATION when the end date is before the start date. */
export const getDictations = operation(dictationList, async (context, { query }) => {
  const { db } = context.deps;
  const { patientId } = query;
  const found = await patientFilter(db, query.search);
  const { ids, ...totals } = await readDictationPage(
    db,
    {
      ...found,
      ...(patientId === undefined ? {} : { patientIds: both(patientId, found.patientIds) }),
      templateId: query.templateId,
      providerId: query.providerId,
      statuses: query.status === undefined ? undefined : [query.status],
      coSignature: coSignatureOf(query),
      ...datesOf(query),
      includeInactive: false,
    },
    {
      orderBy: query.orderBy ?? 'procedureDate',
      descending:
        query.sortDirection === undefined
          ? query.orderBy === undefined || query.orderBy === 'procedureDate'
          : query.sortDirection === 'desc',
      page: query.page,
      pageSize: query.pageSize,
    },
  );
  return { data: await shownRows(context, ids, patientId ?? null), ...totals };
});

const coSignatureOf = ({ coSignature: state, supervisorId }: QueryOf<typeof dictationList>) =>
  state === undefined && supervisorId === undefined ? undefined : { state, supervisorId };

const both = (patientId: string, found: readonly string[] | undefined): readonly string[] =>
  found === undefined || found.includes(patientId) ? [patientId] : [];

/** The dates of a query. Throws VALIDATION when the end date is before the start date. */
export function datesOf(query: { readonly startDate: string | null; readonly endDate: string | null }): {
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
} {
  const { startDate, endDate } = query;
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw fieldError('endDate', 'The end date is before the start date');
  return { startDate: startDate ?? undefined, endDate: endDate ?? undefined };
}

/** Lists the caller's most recent dictations as author or provider, newest first. */
export const getRecent = operation(dictationRecent, async (context, { query: { count } }) =>
  shownRows(context, await listRecentIds(context.deps.db, context.user.id, count), null),
);

/** Lists up to 100 dictations awaiting a provider's signature (the caller's by default), oldest procedure first. */
export const getPending = operation(dictationPending, async (context, { query }) => {
  const { providerId = context.user.id } = query;
  const { ids } = await readDictationPage(context.deps.db, unsignedOf(providerId), {
    orderBy: 'procedureDate',
    descending: false,
    page: 1,
    pageSize: 100,
  });
  return shownRows(context, ids, null);
});

/** Lists a patient's dictations, newest first. Throws NOT_FOUND. */
export const getOfPatient = operation(dictationsOfPatient, async (context, { params: { id: patientId } }) => {
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  return shownRows(context, await listIdsOfPatient(db, patientId), patientId);
});

/** Lists the dictations that were started from an order, newest first. Throws NOT_FOUND. */
export const getOfOrder = operation(dictationsOfOrder, async (context, { params: { id: orderId } }) => {
  const { db } = context.deps;
  const patientId = await findOrderPatient(db, orderId);
  if (patientId === undefined) throw notFound('This order does not exist.');
  return shownRows(context, await listIdsOfOrder(db, orderId), patientId);
});

/** Lists a provider's dictations in a date range, newest first. Throws NOT_FOUND for an unknown user. */
export const getOfProvider = operation(dictationsOfProvider, async (context, { params, query }) => {
  const { id: providerId } = params;
  const { db } = context.deps;
  if (!(await userExists(db, providerId))) throw notFound('This provider does not exist.');
  return shownRows(context, await listIdsOfProvider(db, providerId, datesOf(query)), null);
});

/** Lists a page of dictations for cleanup, newest first by default. */
export const getManaged = operation(managedDictations, async (context, { query }) => {
  const { db, config } = context.deps;
  const day = (text: string | undefined) =>
    text === undefined ? null : dayIn(config.practice.timeZone, text);
  const { ids, ...totals } = await readDictationPage(
    db,
    {
      templateId: query.templateId,
      statuses: query.status === undefined ? undefined : STATUSES_OF[query.status],
      ...datesOf({ startDate: day(query.startDate), endDate: day(query.endDate) }),
      includeInactive: query.includeInactive,
    },
    {
      orderBy: query.orderBy ?? 'createdAt',
      descending: (query.sortDirection ?? (query.orderBy === undefined ? 'desc' : 'asc')) === 'desc',
      page: query.page,
      pageSize: query.pageSize,
    },
  );
  return { data: await shownRows(context, ids, null), ...totals };
});

/** Loads the rows of a list. The audit entry names the dictations and patients shown. */
async function shownRows(
  context: SignedInContext,
  ids: readonly string[],
  patientId: string | null,
): Promise<DictationRow[]> {
  const rows = (await findDictationRows(context.deps.db, ids)).map((row) => presentDictationRow(row));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    patientId,
    newValues: {
      dictationIds: ids,
      ...(patientId === null ? { patientIds: [...new Set(rows.map((row) => row.patientId))] } : {}),
    },
  });
  return rows;
}
