import type { DocumentCategory, DocumentType } from '@portal/domain/document';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Counts documents that are not deleted, optionally of one type or category. Reads counters that the database maintains. */
export async function countDocuments(
  db: Db,
  { type, category }: { type?: DocumentType | undefined; category?: DocumentCategory | undefined } = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('document_counts')
    .select(sql<number>`coalesce(sum(count), 0)::int`.as('count'))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'Other'))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? 'Clinical'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts documents uploaded on a day (in the time zone) that are not deleted. */
export async function countUploadedOn(db: Db, day: string, zone: string): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', sql<Date>`${day}::date::timestamp at time zone ${zone}`)
    .where('created_at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone ${zone}`)
    .executeTakeFirstOrThrow();
  return count;
}
