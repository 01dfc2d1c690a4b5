import {
  messageCreateBody,
  messageFields,
  messageUpdateBody,
  phoneMessageRecord,
  type PhoneMessageRecord,
} from '@portal/contract/messages';
import { CATEGORY_LABELS, MESSAGE_CATEGORIES } from '@portal/domain/message-status';
import { formatPhone } from '@portal/domain/phone';
import { z } from 'zod';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

/** Form schema: contract validation for inputs that start blank. Only new messages have an assignee field. */
export const messageForm = z.object({
  ...messageFields,
  category: z.string().pipe(messageFields.category),
  assignedToUserId: messageCreateBody.shape.assignedToUserId,
  version: messageUpdateBody.shape.version,
});
export type MessageInput = z.input<typeof messageForm>;
export type MessageValues = z.output<typeof messageForm>;

/** Initial values for a call that is coming in now. */
export const newMessage = (now: Date): MessageInput => ({
  category: '',
  callerName: '',
  callerPhone: '',
  patientId: '',
  message: '',
  // Rounded down, because the field shows minutes.
  callDateTime: new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString(),
  priority: 'Normal',
  assignedToUserId: '',
});

/** Converts a message to form values; the version detects stale saves. */
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

/** Initial values of a follow-up: caller, patient, category and priority are copied; the text is not. */
export const followUpInput = (original: PhoneMessageRecord, now: Date): MessageInput => ({
  ...newMessage(now),
  category: original.category,
  callerName: original.callerName,
  callerPhone: original.callerPhone ?? '',
  patientId: original.patient?.id ?? '',
  priority: original.priority,
});

/** Parses the record returned with a rejected save, or returns null if it is invalid. */
export function currentRecord(current: unknown): PhoneMessageRecord | null {
  const parsed = phoneMessageRecord.safeParse(current);
  return parsed.success ? parsed.data : null;
}

/** Display text for form values that are not readable as they are. */
export function formatFieldValue(name: string, value: unknown, times: PracticeTimes): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (name === 'callerPhone') return formatPhone(value);
  if (name === 'callDateTime') return times.dateTime(value);
  const category = MESSAGE_CATEGORIES.find((known) => known === value);
  return name === 'category' && category !== undefined ? CATEGORY_LABELS[category] : undefined;
}
