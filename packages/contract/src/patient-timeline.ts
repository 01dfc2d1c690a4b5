import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { MESSAGE_CATEGORIES, MESSAGE_STATUSES } from '@portal/domain/message-status';
import { DOCUMENT_TYPES } from '@portal/domain/document';
import { ORDER_KINDS } from '@portal/domain/order';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import { z } from 'zod';
import { permission, roles, type Guard } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { listTotals, page, pageSize } from './core/list.ts';
import { userRef } from './core/refs.ts';
import { reads } from './core/verbs.ts';

/** The kinds of records on a patient's timeline. */
export const TIMELINE_KINDS = ['Order', 'Message', 'Document', 'Dictation', 'PillCount'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Who may view each kind of record. Server and web app both leave out kinds that the user may not view. */
export const TIMELINE_GUARDS: Readonly<Record<TimelineKind, Guard>> = {
  Order: permission('Order.View'),
  Message: permission('Message.View'),
  Document: permission('Document.View'),
  Dictation: permission('Dictation.View'),
  PillCount: roles('ProviderPhysician', 'ProviderMidLevel', 'Admin'),
};

const common = {
  /** The record's own id. */
  id,
  /** ISO 8601. */
  at: z.string(),
  /** Who did it; null for automatic actions. */
  user: userRef.nullable(),
};

/** One timeline entry; `text` is a short description taken from the record. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('Order'),
    number: z.string(),
    type: z.enum(ORDER_KINDS),
    text: z.string(),
    status: z.enum(ORDER_STATUSES),
  }),
  z.object({
    ...common,
    kind: z.literal('Message'),
    number: z.string(),
    type: z.enum(MESSAGE_CATEGORIES),
    text: z.string(),
    status: z.enum(MESSAGE_STATUSES),
  }),
  z.object({
    ...common,
    kind: z.literal('Document'),
    number: z.null(),
    type: z.enum(DOCUMENT_TYPES),
    text: z.string(),
    status: z.null(),
  }),
  z.object({
    ...common,
    kind: z.literal('Dictation'),
    number: z.null(),
    type: z.null(),
    /** The template's name. */
    text: z.string(),
    status: z.enum(DICTATION_STATUSES),
  }),
  z.object({
    ...common,
    kind: z.literal('PillCount'),
    number: z.null(),
    type: z.null(),
    text: z.string().nullable(),
    status: z.null(),
  }),
]);
export type TimelineEntry = z.output<typeof timelineEntry>;

export const patientTimeline = reads('/patient/:id/timeline', {
  tag: 'Patients',
  healthData: true,
  summary: 'List a patient’s records, newest first; only the kinds that the caller may view',
  guard: permission('Patient.View'),
  query: z.strictObject({
    page,
    pageSize,
    kind: z.enum(TIMELINE_KINDS, { error: `Kind must be one of: ${TIMELINE_KINDS.join(', ')}` }).optional(),
  }),
  response: z.object({ data: z.array(timelineEntry), ...listTotals }),
  audit: 'Accessed',
});
