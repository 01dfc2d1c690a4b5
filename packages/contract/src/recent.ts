import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { patientRow } from './patients.ts';
import { foundDocument, foundMessage, foundOrder, foundPatient } from './search.ts';
import { acts, reads } from './core/verbs.ts';

/** How many records of each kind are remembered for a user. */
export const RECENT_MAX = 10;
export const RECENT_KINDS = ['Patient', 'Order', 'Message', 'Document'] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

const opened = { openedAt: z.string() };
export const recentPatient = foundPatient
  .omit({ similar: true })
  .extend({ ...patientRow.pick({ isActive: true, alerts: true }).shape, ...opened });
export type RecentPatient = z.output<typeof recentPatient>;

/** The records that the caller opened last, newest first. Kinds that the caller may not view are empty. */
export const recentRecords = z.object({
  patients: z.array(recentPatient),
  orders: z.array(foundOrder.extend(opened)),
  messages: z.array(foundMessage.extend(opened)),
  documents: z.array(foundDocument.extend(opened)),
});
export type RecentRecords = z.output<typeof recentRecords>;

const error = `The kind must be one of: ${RECENT_KINDS.join(', ')}`;

export const recentList = reads('/recent', {
  summary: 'List the records that the signed-in user opened last, of one kind or of all',
  tag: 'Recent',
  healthData: true,
  guard: signedIn,
  query: z.strictObject({ kind: z.enum(RECENT_KINDS, { error }).optional() }),
  response: recentRecords,
  audit: 'Accessed',
});
export const recentOpened = acts('/recent', {
  summary: 'Remember that the signed-in user opened a record; an id that is no record is never listed',
  tag: 'Recent',
  healthData: false,
  guard: signedIn,
  body: z.strictObject({ kind: z.enum(RECENT_KINDS, { error }), id }),
  audit: null,
});
