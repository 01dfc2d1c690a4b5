import {
  messageCreateBody,
  messageFields,
  messageUpdateBody,
  phoneMessageRecord,
} from '@portal/contract/messages';
import type { PhoneMessageRecord } from '@portal/contract/messages';
import { formatDateTimeUs } from '@portal/domain/date';
import { CATEGORY_LABELS, MESSAGE_CATEGORIES } from '@portal/domain/message-status';
import { formatPhone } from '@portal/domain/phone';
import { z } from 'zod';

/** The contract's rules over fields that start blank; whom it is assigned to is asked of new messages only. */
export const messageForm = z.object({
  ...messageFields,
  category: z.string().pipe(messageFields.category),
  assignedToUserId: messageCreateBody.shape.assignedToUserId,
  version: messageUpdateBody.shape.version,
});
export type MessageInput = z.input<typeof messageForm>;
export type MessageValues = z.output<typeof messageForm>;

/** A blank form for a call that came just now. */
export const newMessage = (now: Date): MessageInput => ({
  category: '',
  callerName: '',
  callerPhone: '',
  patientId: '',
  message: '',
  // The field shows minutes.
  callDateTime: new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString(),
  priority: 'Normal',
  assignedToUserId: '',
});

/** The form's values of a saved message; its version makes a stale save known. */
export const messageInput = (record: PhoneMessageRecord): MessageInput => ({
  category: record.category,
  callerName: record.callerName,
  callerPhone: record.callerPhone ?? '',
  patientId: record.patient?.id ?? '',
  message: record.message,
  callDateTime: record.callDateTime,
  priority: record.priority,
  assignedToUserId: '',
  version: record.version,
});

/** A new message that continues this one: who called and about whom stays, what it is about is new. */
export const followUpInput = (original: PhoneMessageRecord, now: Date): MessageInput => ({
  ...newMessage(now),
  category: original.category,
  callerName: original.callerName,
  callerPhone: original.callerPhone ?? '',
  patientId: original.patient?.id ?? '',
  priority: original.priority,
});

/** The record that came with a refused save; null when it cannot be read. */
export function currentRecord(current: unknown): PhoneMessageRecord | null {
  const parsed = phoneMessageRecord.safeParse(current);
  return parsed.success ? parsed.data : null;
}

/** Words for the form's values that say little to a person. */
export function fieldWords(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (name === 'callerPhone') return formatPhone(value);
  if (name === 'callDateTime') return formatDateTimeUs(value);
  const category = MESSAGE_CATEGORIES.find((known) => known === value);
  return name === 'category' && category !== undefined ? CATEGORY_LABELS[category] : undefined;
}
