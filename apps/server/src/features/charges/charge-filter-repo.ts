import type { ChargeStatus } from '@portal/domain/charges';
import { sql, type RawBuilder } from 'kysely';

/** Filter of the notes of a list. Dates are YYYY-MM-DD and inclusive. */
export interface ChargeFilter {
  readonly startDate: string;
  readonly endDate: string;
  /** The only provider whose notes the caller may see; null for all. */
  readonly onlyProviderId: string | null;
  readonly providerId: string | undefined;
  readonly locationId: string | undefined;
  /** Only notes with a line to bill of this code. */
  readonly code?: string | undefined;
  readonly status: ChargeStatus | undefined;
  /** Unsigned notes are listed up to this procedure date. */
  readonly unsignedUpTo: string;
}

type Sql = RawBuilder<boolean>;

/** Whether the patient did not come, or the provider cancelled. */
export const isNoShow = (alias: 'd' | 'o') =>
  sql<boolean>`${sql.ref(`${alias}.billing_option`)} in ('noshow-patient', 'noshow-provider')`;
/** Per note, once: the addenda of its latest entry, and whether it has procedure codes. Joined only where a condition uses them. */
const facts = sql`
  left join lateral (
    select max(e.addendum_count) as addenda from charge_entries e where e.dictation_id = d.id and e.undone_at is null
  ) entered on true
  left join lateral (
    select bool_or(true) as are_there from dictation_codes c where c.dictation_id = d.id and c.code_type = 'CPT'
  ) procedures on true`;
const isNotEntered = sql<boolean>`entered.addenda is null`;
const hasProcedures = sql<boolean>`procedures.are_there is not null`;
const isBillable = sql<boolean>`d.status = 'Signed' and not ${isNoShow('d')}`;

/** The modifiers that set a line apart from another one of its code, other than the side. */
const apart = (line: 'a' | 'b') =>
  sql`array(select m from unnest(string_to_array(${sql.ref(`${line}.modifiers`)}, ',')) m
    where m in ('59', 'XE', 'XP', 'XS', 'XU', 'JW', '76', '77') order by m)`;
const isFor = (line: 'a' | 'b', side: 'LT' | 'RT') =>
  sql`${side} = any(string_to_array(${sql.ref(`${line}.modifiers`)}, ','))`;
/** Whether two lines of one code can be the same service: not for different sides or separate sites. */
const isSameSite = sql`(${apart('a')} = ${apart('b')}
  and not (${isFor('a', 'LT')} and ${isFor('b', 'RT')}) and not (${isFor('a', 'RT')} and ${isFor('b', 'LT')}))`;

/** Whether another signed note of the patient has one of the note's procedures on the same date. */
export const isDuplicate: Sql = sql`(${isBillable} and exists (
  select from dictations o
  where o.patient_id = d.patient_id and o.procedure_date = d.procedure_date and o.id <> d.id
    and o.is_active and o.status = 'Signed' and not ${isNoShow('o')}
    and exists (
      select from dictation_codes a
      join dictation_codes b on b.dictation_id = o.id and b.code_type = 'CPT' and b.code = a.code and ${isSameSite}
      where a.dictation_id = d.id and a.code_type = 'CPT')))`;

/** Whether a signed note still needs its co-signature. It counts as signed. */
export const awaitsCoSignature: Sql = sql`(d.id in (
  select dictation_id from co_signatures where state <> 'CoSigned'))`;

/** The condition of each work list on the notes of `notesInRange`. */
export const statusConditions = (unsignedUpTo: string): Readonly<Record<ChargeStatus, Sql>> => ({
  open: sql`(${isBillable} and ${hasProcedures} and ${isNotEntered})`,
  entered: sql`entered.addenda = d.addendum_count`,
  changed: sql`entered.addenda < d.addendum_count`,
  unsigned: sql`(d.status <> 'Signed' and d.procedure_date <= ${unsignedUpTo}::date)`,
  // An entry also clears a note without codes from its list, because a signed note cannot get codes.
  noCodes: sql`(${isBillable} and not ${hasProcedures} and ${isNotEntered})`,
  duplicate: isDuplicate,
  noShow: isNoShow('d'),
  coSignature: awaitsCoSignature,
});

/** The active notes of a range that the caller may see, with all filters except the status. */
export function notesInRange(filter: Omit<ChargeFilter, 'status' | 'unsignedUpTo'>): RawBuilder<unknown> {
  const { startDate, endDate, onlyProviderId, providerId, locationId, code } = filter;
  const parts = [
    sql`d.is_active and d.procedure_date between ${startDate}::date and ${endDate}::date`,
    ...(onlyProviderId === null ? [] : [sql`d.provider_id = ${onlyProviderId}`]),
    ...(providerId === undefined ? [] : [sql`d.provider_id = ${providerId}`]),
    ...(locationId === undefined ? [] : [sql`d.location_id = ${locationId}`]),
    ...(code === undefined
      ? []
      : [
          sql`exists (select from dictation_codes c where c.dictation_id = d.id and ${billedLine} and c.code = ${code})`,
        ]),
  ];
  return sql`dictations d ${facts} where ${sql.join(parts, sql` and `)}`;
}

export const notesOf = (filter: ChargeFilter): RawBuilder<unknown> =>
  filter.status === undefined
    ? notesInRange(filter)
    : sql`${notesInRange(filter)} and ${statusConditions(filter.unsignedUpTo)[filter.status]}`;

/** The procedure lines to bill of notes `d`. A no-show and a note that is not signed have none. */
export const billedLine = sql<boolean>`c.code_type = 'CPT' and ${isBillable}`;
