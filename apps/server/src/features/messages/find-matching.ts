import type { PhoneMessage } from '@portal/contract/messages';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import { findMessageRows } from './message-repo.ts';
import { presentMessage } from './message-view.ts';

/** Returns the first phone messages that a search finds. The caller records the read. */
export async function findMatchingMessages(db: Db, search: string, limit: number): Promise<PhoneMessage[]> {
  const searched = sql`concat_ws(' ', m.message_number, m.caller_name, p.first_name, p.last_name, m.message)`;
  const { rows } = await sql<{ id: string }>`
    select m.id from phone_messages m left join patients p on p.id = m.patient_id
    where m.deleted_at is null and ${containsWords(searched, search)}
    order by m.list_key, m.id limit ${limit}`.execute(db);
  return (
    await findMessageRows(
      db,
      rows.map(({ id }) => id),
    )
  ).map((row) => presentMessage(row));
}
