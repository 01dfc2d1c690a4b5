import { passesRoleCheck } from './roles.ts';

/** The statuses of a dictation, in order of progress. */
export const DICTATION_STATUSES = ['Draft', 'Saved', 'Completed', 'Signed'] as const;
export type DictationStatus = (typeof DICTATION_STATUSES)[number];

/** Status filters in Dictation Management. Pending means Saved or Completed. */
export const MANAGEMENT_STATUSES = ['Draft', 'Pending', 'Signed'] as const;
export type ManagementStatus = (typeof MANAGEMENT_STATUSES)[number];

/** The dictation statuses that each management filter matches. */
export const STATUSES_OF: Readonly<Record<ManagementStatus, readonly DictationStatus[]>> = {
  Draft: ['Draft'],
  Pending: ['Saved', 'Completed'],
  Signed: ['Signed'],
};

/** Whether users with these roles see the pending panel. */
export const canSeePendingPanel = (roles: readonly string[]): boolean =>
  roles.some((role) => /physician|provider/iu.test(role));

/** Whether a batch may change the status from `from` to `to`. Only providers may complete; callers check that. */
export function isBatchStep(from: DictationStatus, to: DictationStatus): boolean {
  if (to === 'Saved') return from === 'Draft';
  if (to === 'Completed') return from === 'Saved';
  return to === 'Draft' && (from === 'Saved' || from === 'Completed');
}

/**
 * Whether a user may reassign a dictation to another provider: its provider, an Admin, or, while it is a draft, its author.
 * The rule also covers drafts, because any editor can return a dictation to draft.
 */
export function canReassign(
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

/** Whether reassigning returns a dictation to Saved: one that was ready for its provider needs the new provider's review. */
export const goesBackToSaved = (
  dictation: { readonly status: DictationStatus; readonly providerId: string },
  providerId: string,
): boolean =>
  (dictation.status === 'Saved' || dictation.status === 'Completed') && dictation.providerId !== providerId;

/** Default name of a group; `date` is formatted for display. */
export const defaultGroupName = (date: string, count: number): string =>
  `Group - ${date} (${count} ${count === 1 ? 'procedure' : 'procedures'})`;

const DEFAULT_GROUP_NAME = /^Group - (\d{2}\/\d{2}\/\d{4}) \(\d+ procedures?\)$/;

/** The name of a group whose dictations have changed: a default name gets the new count, any other stays. */
export function recountedGroupName(name: string, count: number): string {
  const date = DEFAULT_GROUP_NAME.exec(name)?.[1];
  return date === undefined ? name : defaultGroupName(date, count);
}

/** Error message for empty required fields. */
export const missingFieldsMessage = (labels: readonly string[]): string =>
  `Please complete the following required fields: ${labels.join(', ')}`;
