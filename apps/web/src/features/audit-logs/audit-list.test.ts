import { describe, expect, it } from 'vitest';
import {
  ACTION_OPTIONS,
  actionChoice,
  auditFilter,
  ENTITY_TYPE_OPTIONS,
  isReversed,
  type AuditFilterValues,
} from './audit-list.ts';

const NONE: AuditFilterValues = {
  entityType: '',
  action: '',
  userId: '',
  userType: '',
  patientId: '',
  ipAddress: '',
  startDate: '',
  endDate: '',
  hour: '',
};
const ZONE = 'America/New_York';

describe('audit log filters', () => {
  it('list the common values first and group synonyms', () => {
    expect(ENTITY_TYPE_OPTIONS.slice(0, 10).map(({ label }) => label)).toEqual([
      'User',
      'Patient',
      'Office',
      'Activity',
      'User Role Assignment',
      'Office IP Whitelist',
      'Medical Order',
      'Document',
      'Dictation',
      'Phone Message',
    ]);
    expect(ACTION_OPTIONS.slice(0, 6).map(({ label }) => label)).toEqual([
      'Added / Created',
      'Modified / Updated',
      'Deleted',
      'Accessed / Viewed',
      'Roles assigned',
      'Roles removed',
    ]);
    expect([actionChoice('Created'), actionChoice('Login'), actionChoice('')]).toEqual([
      'Added',
      'Login',
      '',
    ]);
  });

  it('send only set filters, with days in the time zone of the timestamps', () => {
    expect(auditFilter(NONE, '', ZONE)).toEqual({});
    expect(
      auditFilter(
        { ...NONE, entityType: 'User', userType: 'system', startDate: '2026-11-01', endDate: '2026-11-01' },
        '',
        ZONE,
      ),
    ).toEqual({
      entityType: 'User',
      userType: 'system',
      startDate: '2026-11-01T04:00:00.000Z',
      // The day has 25 hours because clocks go back.
      endDate: '2026-11-02T04:59:59.999Z',
    });
  });

  it('accept any supported day and leave out invalid ones', () => {
    expect(auditFilter({ ...NONE, startDate: 'soon', endDate: '9999-12-31' }, '', ZONE)).toEqual({
      endDate: '9999-12-31T23:59:59.999Z',
    });
    expect(isReversed({ ...NONE, startDate: '2026-11-02', endDate: '2026-11-01' })).toBe(true);
    expect(isReversed({ ...NONE, startDate: '2026-11-02', endDate: '2026-11-02' })).toBe(false);
    expect(isReversed({ ...NONE, startDate: '2026-11-02' })).toBe(false);
  });
});
