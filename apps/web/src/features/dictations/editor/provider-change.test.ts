import type { DictationStatus } from '@portal/domain/dictation';
import { describe, expect, it } from 'vitest';
import { providerChange } from './provider-change.ts';

const stored = (status: DictationStatus) => ({
  status,
  providerId: 'chen',
  providerName: 'Robert Chen',
  createdByUser: { id: 'writer', firstName: 'Wendy', lastName: 'Writer' },
});
const user = (id: string, ...roles: string[]) => ({ id, roles });
const chen = user('chen', 'ProviderPhysician');
const colleague = user('torres', 'ProviderMidLevel');
const admin = user('admin', 'Admin');
const writer = user('writer', 'MedicalAssistant');

describe('provider field of the editor', () => {
  it('is editable for everyone in a new dictation', () => {
    expect(providerChange(colleague, null, 'chen')).toEqual({
      isReadOnly: false,
      hint: null,
      goesBack: false,
    });
  });

  it.each(['Draft', 'Saved', 'Completed'] as const)(
    'is read-only for other users while the dictation is %s, with the reason',
    (status) => {
      expect(providerChange(colleague, stored(status), 'chen')).toEqual({
        isReadOnly: true,
        hint: 'Only Robert Chen or an administrator can change the provider.',
        goesBack: false,
      });
    },
  );

  it('is editable for the author only while it is a draft', () => {
    expect(providerChange(writer, stored('Draft'), 'torres')).toEqual({
      isReadOnly: false,
      hint: null,
      goesBack: false,
    });
    expect(providerChange(writer, stored('Saved'), 'chen').isReadOnly).toBe(true);
  });

  it.each(['Saved', 'Completed'] as const)('warns that a %s dictation returns to Saved', (status) => {
    for (const one of [chen, admin]) {
      expect(providerChange(one, stored(status), 'torres')).toEqual({
        isReadOnly: false,
        hint: 'Saving returns this dictation to Saved for the new provider to review and sign.',
        goesBack: true,
      });
      expect(providerChange(one, stored(status), 'chen')).toMatchObject({ hint: null, goesBack: false });
    }
  });

  it('stays editable when a restored draft has another provider', () => {
    expect(providerChange(colleague, stored('Saved'), 'torres')).toMatchObject({ isReadOnly: false });
  });
});
