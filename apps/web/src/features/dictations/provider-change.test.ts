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

describe('the provider of the note in the editor', () => {
  it('is anyone’s to choose for a new note', () => {
    expect(providerChange(colleague, null, 'chen')).toEqual({
      isReadOnly: false,
      hint: null,
      goesBack: false,
    });
  });

  it.each(['Draft', 'Saved', 'Completed'] as const)(
    'is read-only for others while it is %s, with the reason',
    (status) => {
      expect(providerChange(colleague, stored(status), 'chen')).toEqual({
        isReadOnly: true,
        hint: 'Only Robert Chen or an administrator can change the provider.',
        goesBack: false,
      });
    },
  );

  it('is the writer’s to choose while it is a draft, and no longer', () => {
    expect(providerChange(writer, stored('Draft'), 'torres')).toEqual({
      isReadOnly: false,
      hint: null,
      goesBack: false,
    });
    expect(providerChange(writer, stored('Saved'), 'chen').isReadOnly).toBe(true);
  });

  it.each(['Saved', 'Completed'] as const)('says that a note that is %s goes back to Saved', (status) => {
    for (const one of [chen, admin]) {
      expect(providerChange(one, stored(status), 'torres')).toEqual({
        isReadOnly: false,
        hint: 'Saving puts this note back to Saved, for the new provider to review and sign.',
        goesBack: true,
      });
      expect(providerChange(one, stored(status), 'chen')).toMatchObject({ hint: null, goesBack: false });
    }
  });

  it('can be put back where an unfinished change holds another one', () => {
    expect(providerChange(colleague, stored('Saved'), 'torres')).toMatchObject({ isReadOnly: false });
  });
});
