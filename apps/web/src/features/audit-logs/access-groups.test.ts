import type { AuditEntry } from '@portal/contract/audit';
import { describe, expect, it } from 'vitest';
import { groupAccess } from './access-groups.ts';
import { ANN, anEntry } from './test/audit-fixtures.ts';

/** An entry at this time of day. */
const at = (time: string, change: Partial<AuditEntry> = {}): AuditEntry =>
  anEntry({ id: `entry ${time}`, timestamp: `2026-11-20T${time}:00.000Z`, action: 'Viewed', ...change });
const bob = { ...ANN, id: '22222222-2222-4222-8222-222222222222', name: 'Bob Ray' };
const shown = (entries: readonly AuditEntry[]) =>
  groupAccess(entries).map(({ entry, since, count }) => [entry.id.slice(6), since.slice(11, 16), count]);

describe('grouping of accesses', () => {
  it('combines repeated views by one user within ten minutes of each other', () => {
    const entries = ['10:30', '10:20', '10:12', '10:01'].map((time) => at(time));
    expect(shown(entries)).toEqual([
      ['10:30', '10:12', 3],
      ['10:01', '10:01', 1],
    ]);
  });

  it('combines views even with other users’ views in between', () => {
    expect(shown([at('10:04'), at('10:03', { user: bob, userId: bob.id }), at('10:02')])).toEqual([
      ['10:04', '10:02', 2],
      ['10:03', '10:03', 1],
    ]);
  });

  it('does not combine views by a user and by their API key', () => {
    const apiKey = { id: bob.id, name: 'LabLink' };
    expect(shown([at('10:04'), at('10:03', { apiKey }), at('10:02', { apiKey })])).toEqual([
      ['10:04', '10:04', 1],
      ['10:03', '10:02', 2],
    ]);
  });

  it('does not combine changes, or views of different entity types or with different reasons', () => {
    expect(
      shown([
        at('10:09', { action: 'Updated' }),
        at('10:08', { action: 'Updated' }),
        at('10:07', { entityType: 'Document' }),
        at('10:06', { reasonForAccess: 'Billing question' }),
        at('10:05'),
        at('10:04', { action: 'Accessed' }),
      ]),
    ).toEqual([
      ['10:09', '10:09', 1],
      ['10:08', '10:08', 1],
      ['10:07', '10:07', 1],
      ['10:06', '10:06', 1],
      ['10:05', '10:04', 2],
    ]);
  });

  it('lists each IP address once', () => {
    const [group] = groupAccess([at('10:04'), at('10:03', { ipAddress: '10.0.0.9' }), at('10:02')]);
    expect(group?.addresses).toEqual(['10.0.0.5', '10.0.0.9']);
  });
});
