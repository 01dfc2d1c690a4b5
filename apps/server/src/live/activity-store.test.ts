import { expect, it } from 'vitest';
import { mayRead, type ActivityRow } from './activity-store.ts';

const activity = (change: Partial<ActivityRow>): ActivityRow => ({
  id: '1',
  at: new Date('2026-11-21T15:00:00Z'),
  description: 'A dictation is ready for your review',
  icon: 'Mic',
  color: 'info',
  entity_type: 'Dictation',
  entity_id: null,
  required_permission: null,
  required_role: null,
  recipient_user_id: null,
  actor_id: null,
  ...change,
});
const reader = (id: string, roles: readonly string[] = [], ...permissions: readonly string[]) => ({
  id,
  roles,
  permissions: new Set(permissions),
});

it('pushes a personal activity only to its recipient, and only while they have the permission', () => {
  const row = activity({ recipient_user_id: 'a', required_permission: 'Dictation.View' });
  expect(mayRead(reader('a', [], 'Dictation.View'), row)).toBe(true);
  expect(mayRead(reader('a'), row)).toBe(false);
  expect(mayRead(reader('b', ['SuperAdmin'], 'Dictation.View'), row)).toBe(false);
});

it('pushes a restricted activity to users with its permission or role, and others to everyone', () => {
  const forRole = activity({ required_role: 'Admin' });
  expect(mayRead(reader('a', ['Admin']), forRole)).toBe(true);
  expect(mayRead(reader('a', ['SuperAdmin']), forRole)).toBe(true);
  expect(mayRead(reader('a', ['Staff']), forRole)).toBe(false);
  const forPermission = activity({ required_permission: 'Order.View' });
  expect(mayRead(reader('a', ['Staff'], 'Order.View'), forPermission)).toBe(true);
  expect(mayRead(reader('a', ['SuperAdmin']), forPermission)).toBe(false);
  expect(mayRead(reader('a'), activity({}))).toBe(true);
});
