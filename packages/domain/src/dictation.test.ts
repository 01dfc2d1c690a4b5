import { expect, it } from 'vitest';
import {
  DICTATION_STATUSES,
  STATUSES_OF,
  defaultGroupName,
  isBatchStep,
  missingFieldsMessage,
  seesPendingPanel,
} from './dictation.ts';

it('spec 2 §4 the statuses are Draft, Saved, Completed and Signed', () => {
  expect(DICTATION_STATUSES).toEqual(['Draft', 'Saved', 'Completed', 'Signed']);
});

it('decisions 50 Pending is Saved or Completed', () => {
  expect(STATUSES_OF).toEqual({ Draft: ['Draft'], Pending: ['Saved', 'Completed'], Signed: ['Signed'] });
});

it('decisions 51 a batch goes Draft to Saved, Saved to Completed, and back to Draft; never to or from Signed', () => {
  const steps = DICTATION_STATUSES.flatMap((from) =>
    DICTATION_STATUSES.filter((to) => isBatchStep(from, to)).map((to) => `${from}>${to}`),
  );
  expect(steps).toEqual(['Draft>Saved', 'Saved>Draft', 'Saved>Completed', 'Completed>Draft']);
});

it('spec 2 §6 the pending panel is for roles with "physician" or "provider" in any case', () => {
  expect(seesPendingPanel(['ProviderPhysician'])).toBe(true);
  expect(seesPendingPanel(['Staff', 'ProviderMidLevel'])).toBe(true);
  expect(seesPendingPanel(['Admin', 'Staff'])).toBe(false);
});

it('spec 2 §9 a group is called by its date and count', () => {
  expect(defaultGroupName('11/21/2026', 3)).toBe('Group - 11/21/2026 (3 procedures)');
});

it('spec 2 §5 the missing fields are listed with commas', () => {
  expect(missingFieldsMessage(['Patient', 'Level'])).toBe(
    'Please complete the following required fields: Patient, Level',
  );
});
