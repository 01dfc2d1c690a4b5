import { expect, it } from 'vitest';
import {
  DICTATION_STATUSES,
  STATUSES_OF,
  defaultGroupName,
  recountedGroupName,
  goesBackToSaved,
  isBatchStep,
  canReassign,
  missingFieldsMessage,
  canSeePendingPanel,
} from './dictation.ts';

it('has the statuses Draft, Saved, Completed and Signed', () => {
  expect(DICTATION_STATUSES).toEqual(['Draft', 'Saved', 'Completed', 'Signed']);
});

it('counts Saved and Completed as pending', () => {
  expect(STATUSES_OF).toEqual({ Draft: ['Draft'], Pending: ['Saved', 'Completed'], Signed: ['Signed'] });
});

it('moves a batch from Draft to Saved to Completed and back to Draft, never to or from Signed', () => {
  const steps = DICTATION_STATUSES.flatMap((from) =>
    DICTATION_STATUSES.filter((to) => isBatchStep(from, to)).map((to) => `${from}>${to}`),
  );
  expect(steps).toEqual(['Draft>Saved', 'Saved>Draft', 'Saved>Completed', 'Completed>Draft']);
});

it('shows the pending panel to physicians and providers', () => {
  expect(canSeePendingPanel(['ProviderPhysician'])).toBe(true);
  expect(canSeePendingPanel(['Staff', 'ProviderMidLevel'])).toBe(true);
  expect(canSeePendingPanel(['Admin', 'Staff'])).toBe(false);
});

const back = (providerId: string) =>
  DICTATION_STATUSES.filter((status) => goesBackToSaved({ status, providerId: 'own' }, providerId));

it('returns a pending dictation to Saved when it is reassigned', () => {
  expect(back('other')).toEqual(['Saved', 'Completed']);
  expect(back('own')).toEqual([]);
});

/** The statuses in which this user can reassign a dictation. */
const reassignable = (id: string, ...roles: string[]) =>
  DICTATION_STATUSES.filter((status) =>
    canReassign({ id, roles }, { status, providerId: 'own', createdByUser: { id: 'writer' } }),
  );

it('lets its provider, an Admin, and the author of a draft reassign a dictation', () => {
  expect(reassignable('own', 'ProviderPhysician')).toEqual(DICTATION_STATUSES);
  expect(reassignable('other', 'Admin')).toEqual(DICTATION_STATUSES);
  expect(reassignable('writer', 'MedicalAssistant')).toEqual(['Draft']);
  expect(reassignable('other', 'ProviderPhysician')).toEqual([]);
});

it('names a group by its date and count', () => {
  expect(defaultGroupName('11/21/2026', 3)).toBe('Group - 11/21/2026 (3 procedures)');
  expect(defaultGroupName('11/21/2026', 1)).toBe('Group - 11/21/2026 (1 procedure)');
});

it('counts a default name anew, also an old one, and keeps other names', () => {
  expect(recountedGroupName('Group - 11/21/2026 (1 procedures)', 1)).toBe('Group - 11/21/2026 (1 procedure)');
  expect(recountedGroupName('Group - 11/21/2026 (1 procedure)', 4)).toBe('Group - 11/21/2026 (4 procedures)');
  expect(recountedGroupName('Room 2 (3 procedures)', 4)).toBe('Room 2 (3 procedures)');
});

it('lists missing fields separated by commas', () => {
  expect(missingFieldsMessage(['Patient', 'Level'])).toBe(
    'Please complete the following required fields: Patient, Level',
  );
});
