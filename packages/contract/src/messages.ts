import { MESSAGE_CATEGORIES, MESSAGE_STATUSES } from '@portal/domain/message-status';
import { PRIORITIES } from '@portal/domain/priority';
import { z } from 'zod';
import { ageCounts } from './core/age-counts.ts';
import { bulkPreview, bulkRecords, bulkResult } from './core/bulk.ts';
import { changeOf } from './core/change.ts';
import { also, permission, roles } from './core/endpoint.ts';
import {
  id,
  instant,
  isoDay,
  queryFlag,
  reason,
  requiredLines,
  requiredText,
  version,
} from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { MESSAGE } from './core/health-records.ts';
import { listTotals, page, pageSize, search } from './core/list.ts';
import { optionalPhone } from './core/phone.ts';
import { patientRef, userRef } from './core/refs.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

const category = z.enum(MESSAGE_CATEGORIES, { error: 'Choose a category' });
const priority = z.enum(PRIORITIES, { error: 'Priority must be Urgent, High, Normal or Low' });
const status = z.enum(MESSAGE_STATUSES, {
  error: 'Status must be New, InProgress, RequiresFollowUp or Completed',
});

/** A phone message as lists show it. Phone numbers are digits only; times are ISO 8601. */
export const phoneMessage = z.object({
  id,
  messageNumber: z.string(),
  category: z.enum(MESSAGE_CATEGORIES),
  callerName: z.string(),
  callerPhone: z.string().nullable(),
  patient: patientRef.nullable(),
  message: z.string(),
  callDateTime: z.string(),
  priority: z.enum(PRIORITIES),
  status: z.enum(MESSAGE_STATUSES),
  assignedToUser: userRef.nullable(),
  /** The last assignee of an open message, who is inactive or may no longer view phone messages; it then waits for nobody. */
  formerAssignee: userRef.nullable(),
  version: z.int(),
});
export type PhoneMessage = z.output<typeof phoneMessage>;

export const MESSAGE_EVENT_KINDS = [
  'Created',
  'Edited',
  'Assigned',
  'StatusChanged',
  'Completed',
  'Note',
  'FollowUp',
] as const;
/** One entry in the thread. `kind` determines which of the other fields are set. */
export const messageEvent = z.object({
  id,
  kind: z.enum(MESSAGE_EVENT_KINDS),
  at: z.string(),
  /** Null for automatic changes. */
  user: userRef.nullable(),
  /** The text of the note or the resolution. */
  text: z.string().nullable(),
  /** For Edited: the names of the changed fields. */
  changedFields: z.array(z.string()),
  /** For Assigned: the new assignee, or null if the message was unassigned. */
  assignedTo: userRef.nullable(),
  /** The new status, if it changed. */
  status: z.enum(MESSAGE_STATUSES).nullable(),
});
export type MessageEvent = z.output<typeof messageEvent>;

const linkedMessage = phoneMessage.pick({
  id: true,
  messageNumber: true,
  status: true,
  callDateTime: true,
});

/** A full phone message with its resolution, linked messages and thread (oldest first). */
export const phoneMessageRecord = phoneMessage.extend({
  createdAt: z.string(),
  takenBy: userRef.nullable(),
  resolution: z.string().nullable(),
  completedAt: z.string().nullable(),
  completedBy: userRef.nullable(),
  followUpTo: linkedMessage.nullable(),
  followUps: z.array(linkedMessage),
  events: z.array(messageEvent),
});
export type PhoneMessageRecord = z.output<typeof phoneMessageRecord>;

/** The fields of a phone message. The server also rejects call times in the future. */
export const messageFields = {
  category,
  callerName: requiredText('Caller name', 100),
  callerPhone: optionalPhone('Caller phone'),
  patientId: z
    .union([z.literal(''), id], { error: 'Choose a patient from the list' })
    .nullish()
    .transform((text) => (text ? text : null)),
  message: requiredLines('Message', 2000),
  callDateTime: instant('Call time')
    .nullish()
    .transform((text) => text ?? null),
  priority: priority.default('Normal'),
};
const optionalId = z
  .union([z.literal(''), id], { error: 'Choose someone from the list' })
  .nullish()
  .transform((text) => (text ? text : null));

export const messageCreateBody = z.strictObject({
  ...messageFields,
  /** Assigns the new message; requires Message.Assign. */
  assignedToUserId: optionalId,
  /** The message that this one follows up on. */
  followUpToId: id.nullish().transform((text) => text ?? null),
});
export const messageUpdateBody = z.strictObject({
  ...changeOf(messageFields),
  /** Can only switch between InProgress and RequiresFollowUp. */
  status: status.optional(),
  version,
});
/** Null unassigns the message. */
const assignee = z
  .union([z.literal(''), id], { error: 'Choose someone from the list' })
  .nullable()
  .transform((text) => (text ? text : null));
const resolution = requiredLines('Resolution', 2000);
export const messageAssignBody = z.strictObject({ userId: assignee, version });
export const messageCompleteBody = z.strictObject({ resolution, version });
/** Assigning requires Message.Assign, completing Message.Edit. */
export const messageBulkBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), userId: assignee, records: bulkRecords }),
  z.strictObject({ action: z.literal('complete'), resolution, records: bulkRecords }),
]);
export const messageStatusBody = z.strictObject({ status, version });
export const messageNoteBody = z.strictObject({ text: requiredLines('Note', 2000) });

export const assignablePerson = userRef.extend({ title: z.string().nullable() });
export type AssignablePerson = z.output<typeof assignablePerson>;

const tag = 'Messages';
const health = { tag, healthData: true } as const;
const view = permission('Message.View');
const edit = permission('Message.Edit');

const filters = {
  search,
  myMessages: queryFlag,
  /** Only open messages without an assignee who can open them. */
  unassigned: queryFlag,
  /** Only messages that are not completed. */
  open: queryFlag,
  status: status.optional(),
  priority: priority.optional(),
  patientId: id.optional(),
  /** First and last day of the call. */
  startDate: isoDay('Start date'),
  endDate: isoDay('End date'),
};
export const messageList = reads('/phonemessage', health, {
  summary:
    'List or search phone messages: open ones first, by priority, then longest waiting; completed ones newest first',
  guard: view,
  query: z.strictObject({ page, pageSize, ...filters }),
  response: z.object({ data: z.array(phoneMessage), ...listTotals }),
  audit: 'Accessed',
  // The page refetches this after each live update, so it must not extend the session. User activity sends heartbeats.
  background: true,
});
export const messageExport = acts('/phonemessage/export', health, {
  summary: 'Export all matching phone messages as CSV, newest first',
  guard: also(roles('Admin'), 'Message.View'),
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
export const messageMine = reads('/phonemessage/mine', {
  tag,
  healthData: false,
  summary: 'Count open messages assigned to the caller',
  guard: view,
  response: z.object({ openCount: z.int() }),
  audit: null,
  background: true,
});
export const messageAges = reads('/phonemessage/ages', {
  tag,
  healthData: false,
  summary: 'Count open phone messages by the day of the call',
  guard: view,
  response: ageCounts,
  audit: null,
  background: true,
});
export const messageGet = reads('/phonemessage/:id', health, {
  summary: 'Get a phone message with its thread',
  guard: view,
  response: phoneMessageRecord,
  audit: 'Viewed',
  background: true,
});
export const messageCreate = creates('/phonemessage', health, {
  record: MESSAGE,
  summary: 'Create a phone message; the server assigns its number',
  guard: permission('Message.Create'),
  body: messageCreateBody,
  response: phoneMessageRecord,
});
export const messageUpdate = changes('/phonemessage/:id', health, {
  record: MESSAGE,
  summary: 'Update a phone message that is not completed',
  guard: edit,
  body: messageUpdateBody,
  response: phoneMessageRecord,
  errors: ['STALE', 'CONFLICT'],
});
export const messageAssign = acts('/phonemessage/:id/assign', health, {
  record: MESSAGE,
  summary: 'Assign a phone message to a user, or unassign it',
  guard: permission('Message.Assign'),
  body: messageAssignBody,
  response: phoneMessageRecord,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
export const messageComplete = acts('/phonemessage/:id/complete', health, {
  record: MESSAGE,
  summary: 'Complete a phone message with a resolution',
  guard: edit,
  body: messageCompleteBody,
  response: phoneMessageRecord,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
export const messageSetStatus = acts('/phonemessage/:id/status', health, {
  record: MESSAGE,
  summary: 'Switch the status between InProgress and RequiresFollowUp',
  guard: edit,
  body: messageStatusBody,
  response: phoneMessageRecord,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
export const messageAddNote = creates('/phonemessage/:id/notes', health, {
  record: MESSAGE,
  summary: 'Add a note to the thread; requires Message.Edit unless the caller is the assignee',
  guard: view,
  body: messageNoteBody,
  response: phoneMessageRecord,
  audit: 'Added',
});
const bulk = {
  ...health,
  guard: permission('Message.Assign', 'Message.Edit'),
  body: messageBulkBody,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
} as const;
export const messageBulk = acts('/phonemessage/bulk', bulk, {
  record: MESSAGE,
  summary: 'Assign or complete phone messages, all or none; assigning requires Message.Assign',
  response: bulkResult,
  audit: 'Updated',
});
export const messageBulkPreview = acts('/phonemessage/bulk/preview', bulk, {
  summary: 'Preview a bulk action on phone messages',
  response: bulkPreview,
  audit: 'Accessed',
});
export const messageDelete = removes('/phonemessage/:id', health, {
  summary: 'Delete a phone message; the record is kept for the audit log',
  guard: permission('Message.Delete'),
  body: z.strictObject({ reason: reason.optional() }).nullish(),
});
export const userAssignable = reads('/user/assignable', {
  tag,
  healthData: false,
  summary: 'List active users who can be assigned phone messages',
  guard: view,
  response: z.array(assignablePerson),
  audit: null,
});
