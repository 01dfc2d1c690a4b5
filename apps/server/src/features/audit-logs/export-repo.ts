import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { IS_RESTRICTED } from './entry-sight-repo.ts';
import { entriesOf, type EntryFilter, type EntryRow } from './entry-repo.ts';

export interface ExportRequest {
  readonly filter: EntryFilter;
  readonly timeZone: string;
  /** Whether the caller may see medical record numbers. */
  readonly withPatients: boolean;
}

export interface ExportRow extends Omit<EntryRow, 'at' | 'user_id' | 'names_patients'> {
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
  /** "2026-01-05 20:04:00.12": UTC as formatted by the database, which is much faster than a Date. */
  readonly utc: string;
  /** The same in the practice's time zone. */
  readonly local: string;
}

/** Lists the next entries below the last one, newest first. */
export async function listEntriesBelow(
  db: Db,
  { filter, timeZone, withPatients }: ExportRequest,
  below: ExportRow | undefined,
  limit: number,
): Promise<ExportRow[]> {
  // The first condition selects the partitions.
  const next =
    below === undefined
      ? sql`true`
      : sql`at <= ${isoText(below.utc)}::timestamptz and (at, id) < (${isoText(below.utc)}::timestamptz, ${below.id}::uuid)`;
  const { rows } = await sql<ExportRow>`
    select l.id, (l.at at time zone 'UTC')::text as utc, (l.at at time zone ${timeZone})::text as local,
      l.api_key_id, k.name as api_key_name, u.user_name, u.first_name, u.last_name, l.action, l.entity_type, l.entity_id, l.ip_address, l.patient_id,
      p.medical_record_number, l.reason, l.old_values, l.new_values, ${IS_RESTRICTED} as is_restricted
    from (select * from ${entriesOf(filter)} and ${next} order by at desc, id desc limit ${limit}) l
      left join users u on u.id = l.user_id
      left join api_keys k on k.id = l.api_key_id
      left join patients p on p.id = l.patient_id and ${withPatients}
    order by l.at desc, l.id desc`.execute(db);
  return rows;
}

/** Converts UTC as the database formats it to ISO 8601 with milliseconds. */
export const isoText = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20).padEnd(3, '0')}Z`;
