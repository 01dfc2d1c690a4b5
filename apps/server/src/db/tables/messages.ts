import type { MessageEvent } from '@portal/contract/messages';
import type { MessageCategory, MessageStatus } from '@portal/domain/message-status';
import type { Priority } from '@portal/domain/priority';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

export interface PhoneMessageNumbersTable {
  year: number;
  last_number: number;
}

export interface PhoneMessagesTable {
  id: Generated<string>;
  message_number: string;
  category: MessageCategory;
  caller_name: string;
  caller_phone: string | null;
  patient_id: string | null;
  message: string;
  call_at: Date;
  priority: Priority;
  status: MessageStatus;
  assigned_to_user_id: string | null;
  assigned_by: string | null;
  assigned_at: NullableInstant;
  resolution: string | null;
  completed_at: NullableInstant;
  completed_by: string | null;
  follow_up_to_id: string | null;
  created_by: string | null;
  deleted_at: NullableInstant;
  deleted_by: string | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  list_key: GeneratedAlways<string>;
}

export interface PhoneMessageEventsTable {
  id: Generated<string>;
  message_id: string;
  place: GeneratedAlways<number>;
  at: Date;
  user_id: string | null;
  kind: MessageEvent['kind'];
  body: string | null;
  changed_fields: Generated<string[]>;
  assigned_to_user_id: string | null;
  status: MessageStatus | null;
}

export interface PhoneMessageCountsTable {
  shard: number;
  status: MessageStatus;
  priority: Priority;
  messages: string;
}
