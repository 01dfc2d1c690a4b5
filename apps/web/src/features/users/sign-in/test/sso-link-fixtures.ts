import type { SsoLink } from '@portal/contract/single-sign-on';

/** A linked user of tests. */
export const aLink = (username: string, changes: Partial<SsoLink> = {}): SsoLink => ({
  id: `00000000-0000-7000-8000-${username.padStart(12, '0')}`,
  username,
  firstName: 'Nora',
  lastName: 'Adams',
  isActive: true,
  linkedAt: '2026-11-21T15:00:00.000Z',
  refusedAt: null,
  ...changes,
});
