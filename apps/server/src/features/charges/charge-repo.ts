import { CHARGE_STATUSES, type ChargeStatus } from '@portal/domain/charges';
import { sql } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { PRINTED_NAMES } from '#features/dictations/index.ts';
import {
  awaitsCoSignature,
  billedLine,
  isDuplicate,
  notesInRange,
  notesOf,
  statusConditions,
  type ChargeFilter,
} from './charge-filter-repo.ts';
import { PATIENT_COLUMNS } from '#request/patient-of-row.ts';

/** Counts the notes of a range: all, and those of each work list. */
export async function countNotes(
  db: Db,
  filter: ChargeFilter,
): Promise<{ readonly notes: number; readonly statuses: Record<ChargeStatus, number> }> {
  const conditions = statusConditions(filter.unsignedUpTo);
  const counts = CHARGE_STATUSES.map(
    (status) => sql`count(*) filter (where ${conditions[status]})::int as ${sql.ref(status)}`,
  );
  const { rows } = await sql<Record<ChargeStatus | 'notes', number>>`
    select count(*)::int as notes, ${sql.join(counts)} from ${notesInRange(filter)}`.execute(db);
  const { notes, ...statuses } = rows[0] ?? {
    notes: 0,
    open: 0,
    entered: 0,
    changed: 0,
    unsigned: 0,
    noCodes: 0,
    duplicate: 0,
    noShow: 0,
    coSignature: 0,
  };
  return { notes, statuses };
}

/** Totals per procedure code of the notes of a list. */
export async function totalCodes(db: Db, filter: ChargeFilter) {
  const { rows } = await sql<{ code: string; description: string; lines: number; units: number }>`
    select c.code, min(c.description) as description, count(*)::int as lines, coalesce(sum(c.units), 0)::int as units
    from dictation_codes c join (select d.id, d.status, d.billing_option from ${notesOf(filter)}) d on d.id = c.dictation_id
    where ${billedLine} group by c.code order by c.code`.execute(db);
  return rows;
}

/** Lists the note IDs of a page, latest procedure date first and then by patient. */
export async function listNoteIds(
  db: Db,
  filter: ChargeFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from ${notesOf(filter)}
    order by d.procedure_date desc, d.patient_key, d.id offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A note with its names and its latest entry. */
export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

const selectNotes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('dictations as d')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('users as u', 'u.id', 'd.provider_id')
    .leftJoin('signed_prints as s', 's.dictation_id', 'd.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('charge_entries as e')
          .innerJoin('charge_batches as b', 'b.id', 'e.batch_id')
          .innerJoin('users as w', 'w.id', 'e.entered_by')
          .select([
            'b.id as batch_id',
            'b.name as batch_name',
            'e.entered_at',
            'e.entered_by',
            'e.addendum_count as entered_addenda',
            'w.first_name as enterer_first_name',
            'w.last_name as enterer_last_name',
          ])
          .whereRef('e.dictation_id', '=', 'd.id')
          .where('e.undone_at', 'is', null)
          .orderBy('e.addendum_count', 'desc')
          .limit(1)
          .as('e'),
      (join) => join.onTrue(),
    )
    .select(PRINTED_NAMES)
    .select([
      'd.id',
      'd.patient_id',
      'd.patient_key',
      'd.provider_id',
      'd.location_id',
      'd.procedure_location',
      'd.procedure_date',
      'd.status',
      'd.billing_option',
      'd.addendum_count',
      'd.signed_at',
      'd.is_active',
      't.name as template_name',
      ...PATIENT_COLUMNS,
      'p.date_of_birth',
      'p.gender',
      'u.first_name as provider_first_name',
      'u.last_name as provider_last_name',
      'e.batch_id',
      'e.batch_name',
      'e.entered_at',
      'e.entered_by',
      'e.entered_addenda',
      'e.enterer_first_name',
      'e.enterer_last_name',
      isDuplicate.as('is_duplicate'),
      awaitsCoSignature.as('awaits_co_signature'),
    ])
    .where('d.id', '=', anyId(ids))
    .execute();

/** Finds notes by ID in the order of the IDs, including inactive ones. */
export async function findNotes(db: Db, ids: readonly string[]): Promise<NoteRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await selectNotes(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the codes of notes in the order of their billing sheets. */
export const listLines = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('dictation_codes')
    .select(['dictation_id', 'code', 'code_type', 'description', 'modifiers', 'units', 'diagnosis_pointers'])
    .where('dictation_id', '=', anyId(ids))
    .orderBy('dictation_id')
    .orderBy('place')
    .execute();
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

/** Finds the names of a provider and a location; null for those that are not given or do not exist. */
export async function findFilterNames(
  db: Db,
  {
    providerId,
    locationId,
  }: { readonly providerId: string | undefined; readonly locationId: string | undefined },
): Promise<{ readonly provider: string | null; readonly location: string | null }> {
  const { rows } = await sql<{ provider: string | null; location: string | null }>`
    select (select first_name || ' ' || last_name from users where id = ${providerId ?? null}) as provider,
      (select name from offices where id = ${locationId ?? null}) as location`.execute(db);
  return rows[0] ?? { provider: null, location: null };
}
