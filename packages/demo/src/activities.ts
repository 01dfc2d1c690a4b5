import { sql, type Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';

/** How far back the recent activities go. */
const ACTIVITIES = 40;

/** Adds the activities of the newest messages, orders and dictations, worded like the portal's own. */
export async function insertDemoActivities(tx: Transaction<Database>): Promise<void> {
  await sql`
    insert into activities (at, description, icon, color, entity_type, entity_id, required_permission)
    select * from (
      select created_at as at,
        case priority when 'Urgent' then 'An urgent phone message was taken' else 'A phone message was taken' end,
        'Assignment', 'info', 'PhoneMessage', id, 'Message.View' from phone_messages
      union all
      select completed_at, 'A phone message was completed', 'Assignment', 'success', 'PhoneMessage', id, 'Message.View'
        from phone_messages where completed_at is not null
      union all
      select created_at, case when is_stat then 'STAT order ' else 'Order ' end || order_number || ' was created',
        'Assignment', case when is_stat then 'error' else 'info' end, 'MedicalOrder', id, 'Order.View'
        from medical_orders
      union all
      select created_at, 'A dictation was created', 'Mic', 'info', 'Dictation', id, 'Dictation.View' from dictations
      union all
      select signed_at, 'A dictation was signed', 'Mic', 'success', 'Dictation', id, 'Dictation.View'
        from dictations where signed_at is not null
      union all
      select returned_at, 'A dictation was sent back for an addendum', 'Mic', 'warning', 'Dictation', dictation_id, 'Dictation.View'
        from co_signatures where returned_at is not null
      union all
      select signed_at, 'A dictation was co-signed', 'Mic', 'success', 'Dictation', dictation_id, 'Dictation.View'
        from co_signatures where signed_at is not null
    ) happened order by at desc limit ${ACTIVITIES}`.execute(tx);
}
