import type { TimelineKind } from '@portal/contract/patient-timeline';
import { sql, type RawBuilder } from 'kysely';

/** A kind of record on a patient's timeline. To add one, add an entry here and a schema in the contract. */
export interface TimelineSource {
  readonly kind: TimelineKind;
  /** Table and conditions of the source. The table needs an index on `patient_id`. */
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  /** Selects number, type, text, status and user_id. */
  readonly columns: RawBuilder<unknown>;
}

/** All sources of the timeline. */
export const TIMELINE_SOURCES: readonly TimelineSource[] = [
  {
    kind: 'Order',
    from: sql`medical_orders where true`,
    at: sql`created_at`,
    columns: sql`order_number as number, type, diagnosis as text, status, created_by as user_id`,
  },
  {
    kind: 'Message',
    from: sql`phone_messages where deleted_at is null`,
    at: sql`call_at`,
    columns: sql`message_number as number, category as type, message as text, status, created_by as user_id`,
  },
  {
    kind: 'Document',
    from: sql`documents where deleted_at is null`,
    at: sql`created_at`,
    columns: sql`null as number, type, file_name as text, null as status, uploaded_by as user_id`,
  },
  {
    kind: 'Dictation',
    from: sql`dictations where is_active`,
    at: sql`created_at`,
    columns: sql`null as number, null as type, (select name from templates where id = template_id) as text, status,
      created_by as user_id`,
  },
  {
    kind: 'PillCount',
    from: sql`pill_counts where deleted_at is null`,
    at: sql`calculated_at`,
    columns: sql`null as number, null as type, prescription_name as text, null as status, provider_id as user_id`,
  },
];
