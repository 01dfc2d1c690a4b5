import type { Activity } from '@portal/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { shownActivities } from './shown-activities.ts';

const activity = (id: string, icon: Activity['icon']): Activity => ({
  id,
  description: id,
  timestamp: '2026-01-05T15:00:00Z',
  color: 'info',
  icon,
  entityType: 'User',
  entityId: null,
});
const shown = (icons: readonly Activity['icon'][]) =>
  shownActivities(
    icons.map((icon, index) => activity(`${icon} ${index}`, icon)),
    3,
  ).map(({ activity: { id }, earlier }) => [id, earlier]);

describe('shown activities', () => {
  it('are the newest ones', () => {
    expect(shown(['People', 'Mic', 'Security', 'People'])).toEqual([
      ['People 0', 0],
      ['Mic 1', 0],
      ['Security 2', 0],
    ]);
  });

  it('have one line for all sign-ins and sign-outs, at the newest one', () => {
    expect(shown(['Login', 'Login', 'People', 'Login', 'Mic'])).toEqual([
      ['Login 0', 2],
      ['People 2', 0],
      ['Mic 4', 0],
    ]);
  });
});
