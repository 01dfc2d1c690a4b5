import { passesRoleCheck } from './roles.ts';

/** A dictation's life. */
export const DICTATION_STATUSES = ['Draft', 'Saved', 'Completed', 'Signed'] as const;
export type DictationStatus = (typeof DICTATION_STATUSES)[number];

/** What the management's filter offers; Pending is Saved or Completed. */
export const MANAGEMENT_STATUSES = ['Draft', 'Pending', 'Signed'] as const;
export type ManagementStatus = (typeof MANAGEMENT_STATUSES)[number];

/** The statuses that a management filter means. */
export const STATUSES_OF: Readonly<Record<ManagementStatus, readonly DictationStatus[]>> = {
  Draft: ['Draft'],
  Pending: ['Saved', 'Completed'],
  Signed: ['Signed'],
};

/** The only roles that sign. */
export const SIGNING_ROLES = ['ProviderPhysician', 'ProviderMidLevel'] as const;

/** Whether users with these roles see the pending panel. */
export const seesPendingPanel = (roles: readonly string[]): boolean =>
  roles.some((role) => /physician|provider/iu.test(role));

/** The steps that a batch may take; completing is for providers. */
export function isBatchStep(from: DictationStatus, to: DictationStatus): boolean {
  if (to === 'Saved') return from === 'Draft';
  if (to === 'Completed') return from === 'Saved';
  return to === 'Draft' && (from === 'Saved' || from === 'Completed');
}

/**
 * Whether a user may give a dictation to another provider: its own provider or an Admin, and whoever wrote it while it is a draft.
 * Drafts count too, because anyone who edits dictations may make one a draft again.
 */
export function mayChangeProvider(
  user: { readonly id: string; readonly roles: readonly string[] },
  dictation: {
    readonly status: DictationStatus;
    readonly providerId: string;
    readonly createdByUser: { readonly id: string };
  },
): boolean {
  if (dictation.status === 'Draft' && dictation.createdByUser.id === user.id) return true;
  return dictation.providerId === user.id || passesRoleCheck(user.roles, ['Admin']);
}

/** A dictation that was ready for one provider's review or signature needs the new provider's. */
export const goesBackToSaved = (
  dictation: { readonly status: DictationStatus; readonly providerId: string },
  providerId: string,
): boolean =>
  (dictation.status === 'Saved' || dictation.status === 'Completed') && dictation.providerId !== providerId;

/** What a group is called unless told; the date as people read it. */
export const defaultGroupName = (date: string, count: number): string =>
  `Group - ${date} (${count} procedures)`;

/** The message above a form with empty required fields. */
export const missingFieldsMessage = (labels: readonly string[]): string =>
  `Please complete the following required fields: ${labels.join(', ')}`;
