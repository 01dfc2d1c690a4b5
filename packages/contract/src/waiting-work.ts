import type { PermissionName } from '@portal/domain/permissions';
import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { id, idParams } from './core/fields.ts';
import { userRef } from './core/refs.ts';
import { acts, reads } from './core/verbs.ts';

/** What waits for a person: open phone messages, open orders, dictations to sign, to co-sign and to finish, and unsaved texts. */
export const WORK_KINDS = ['messages', 'orders', 'signatures', 'coSignatures', 'drafts', 'unsaved'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** The permission that each kind of work needs; `orders` and `signatures` also need a provider role, `coSignatures` a physician's. */
export const WORK_PERMISSIONS: Readonly<Record<WorkKind, PermissionName>> = {
  messages: 'Message.View',
  orders: 'Order.View',
  signatures: 'Dictation.View',
  coSignatures: 'Dictation.View',
  drafts: 'Dictation.Edit',
  unsaved: 'Dictation.Edit',
};

/** Rows of a kind that are listed; the others are counted. */
export const MAX_WORK_ROWS = 5;

const workItem = z.object({
  id,
  /** The number of the message or order, or the template of the dictation. */
  label: z.string(),
  /** "Lee, Ann"; null without a patient. */
  patientName: z.string().nullable(),
  patientId: id.nullable(),
  isUrgent: z.boolean(),
  /** For whom it waits or waited. */
  person: userRef,
});
export type WorkItem = z.output<typeof workItem>;

export const workSection = z.object({
  kind: z.enum(WORK_KINDS),
  count: z.int(),
  /** Urgent messages and STAT orders. */
  urgentCount: z.int(),
  /** The first ones, urgent ones first; empty if the caller may not view this kind. */
  rows: z.array(workItem),
});
export type WorkSection = z.output<typeof workSection>;

/** In a preview: the kinds of which something would wait for nobody. */
export const lostWork = z.array(workSection);

const waitingWork = z.object({
  /** The kinds of which something waits. */
  sections: z.array(workSection),
});
export type WaitingWork = z.output<typeof waitingWork>;

/** Who takes the work that a person can no longer do, as far as they may. */
export const reassignTo = id.nullish().transform((value) => value ?? null);

const ofUser = { tag: 'Users', guard: roles('Admin'), params: idParams, healthData: true } as const;

export const userWaitingWork = reads('/user/:id/waiting-work', ofUser, {
  summary: 'List what waits for a user; rows only of the kinds that the caller may view',
  response: waitingWork,
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const userReassignWork = acts('/user/:id/waiting-work/reassign', ofUser, {
  summary:
    'Reassign the work that an inactive user, or one without the permission, can no longer do; returns the rest',
  body: z.strictObject({ reassignTo: id }),
  response: waitingWork,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
