import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type {
  Dictation,
  dictationList,
  dictationPending,
  dictationRecent,
  DictationRow,
  dictationsOfProvider,
} from '@portal/contract/dictations';
import { passesRoleCheck } from '@portal/domain/roles';
import { sql } from 'kysely';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { loadDictation } from './load.ts';
import { findDictationRows } from './rows.ts';
import { MISSING } from './sign.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { getPatientRef } from '#features/patients/index.ts';
import { readDictationPage } from './list-repo.ts';
import { patientFilter } from './patient-filter.ts';

/** Maximum number of rows in lists without paging. */
const MOST = 500;

/** Gets a dictation. Only Admins can read inactive ones. Throws NOT_FOUND. */
export async function getDictation(context: SignedInContext, id: string): Promise<Dictation> {
  const dictation = await loadDictation(context.deps.db, id);
  if (dictation === undefined || !(dictation.isActive || passesRoleCheck(context.user.roles, ['Admin'])))
    throw notFound(MISSING);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'Dictation',
    entityId: id,
    patientId: dictation.patientId,
  });
  return dictation;
}

/** Lists a page of dictations, newest procedure first by default. Throws VALIDATION when the end date is before the start date. */
export async function getDictations(
  context: SignedInContext,
  query: QueryOf<typeof dictationList>,
): Promise<AnswerOf<typeof dictationList>> {
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
}

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
export async function getRecent(
  context: SignedInContext,
  { count }: QueryOf<typeof dictationRecent>,
): Promise<DictationRow[]> {
  const { db } = context.deps;
  const { id } = context.user;
  const part = (column: 'created_by' | 'provider_id') => sql`(
    select id, created_at from dictations where ${sql.ref(column)} = ${id} and is_active
    order by created_at desc, id desc limit ${count})`;
  const { rows } = await sql<{ id: string }>`
    select id from (${part('created_by')} union ${part('provider_id')}) d
    order by created_at desc, id desc limit ${count}`.execute(db);
  return shownRows(context, idsOf(rows), null);
}

/** Lists up to 100 dictations awaiting a provider's signature (the caller's by default), oldest procedure first. */
export async function getPending(
  context: SignedInContext,
  { providerId = context.user.id }: QueryOf<typeof dictationPending>,
): Promise<DictationRow[]> {
  const { ids } = await readDictationPage(
    context.deps.db,
    { providerId, statuses: ['Saved', 'Completed'], includeInactive: false },
    { orderBy: 'procedureDate', descending: false, page: 1, pageSize: 100 },
  );
  return shownRows(context, ids, null);
}

/** Lists a patient's dictations, newest first. Throws NOT_FOUND. */
export async function getOfPatient(context: SignedInContext, patientId: string): Promise<DictationRow[]> {
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  const { rows } = await sql<{ id: string }>`
    select id from dictations where patient_id = ${patientId} and is_active
    order by procedure_date desc, id desc limit ${MOST}`.execute(db);
  return shownRows(context, idsOf(rows), patientId);
}

/** Lists a provider's dictations in a date range, newest first. Throws NOT_FOUND for an unknown user. */
export async function getOfProvider(
  context: SignedInContext,
  providerId: string,
  query: QueryOf<typeof dictationsOfProvider>,
): Promise<DictationRow[]> {
  const { db } = context.deps;
  await requireUser(db, providerId);
  const { startDate, endDate } = datesOf(query);
  const { rows } = await sql<{ id: string }>`
    select id from dictations where provider_id = ${providerId} and is_active
      and procedure_date between ${startDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date
    order by procedure_date desc, id desc limit ${MOST}`.execute(db);
  return shownRows(context, idsOf(rows), null);
}

async function requireUser(db: Db, id: string): Promise<void> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('This provider does not exist.');
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Loads the rows of a list. The audit entry names the dictations and patients shown. */
export async function shownRows(
  context: SignedInContext,
  ids: readonly string[],
  patientId: string | null,
): Promise<DictationRow[]> {
  const rows = await findDictationRows(context.deps.db, ids);
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
