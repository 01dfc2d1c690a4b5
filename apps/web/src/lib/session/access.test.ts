import { permission, rolesOr, type Guard } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import { expect, it } from 'vitest';
import { aUser } from '#lib/test/people.ts';
import { hasAnyRole, holdsPermission, passesGuard } from './access.ts';

const passes = (guard: Guard, roles: readonly string[], ...permissions: readonly PermissionName[]) =>
  passesGuard({ isAuthenticated: true, user: aUser({ roles: [...roles] }), permissions }, guard);

it('allows a page with a role or the alternative permission, and nothing else', () => {
  const guard = rolesOr('Admin.ManageOffices', 'Admin');
  expect(passes(guard, ['Admin'])).toBe(true);
  expect(passes(guard, ['SuperAdmin'])).toBe(true);
  expect(passes(guard, ['Staff'], 'Admin.ManageOffices')).toBe(true);
  expect(passes(guard, ['Staff'], 'Order.View')).toBe(false);
});

it('allows a page with any one of the permissions, but not with a role', () => {
  const guard = permission('Order.View', 'Order.Edit');
  expect(passes(guard, ['Staff'], 'Order.Edit')).toBe(true);
  expect(passes(guard, ['SuperAdmin'], 'Patient.View')).toBe(false);
});

it('allows only public pages without a session', () => {
  const nobody = { isAuthenticated: false, user: null, permissions: [] };
  expect(passesGuard(nobody, { kind: 'public' })).toBe(true);
  expect(passesGuard(nobody, { kind: 'signedIn' })).toBe(false);
  expect(passesGuard(nobody, rolesOr('Order.View', 'Admin'))).toBe(false);
});

const holder = (...roles: readonly string[]) => ({
  isAuthenticated: true,
  user: aUser({ roles: [...roles] }),
  permissions: ['Patient.View'],
});

it('requires every permission of `and` besides its own', () => {
  const guard: Guard = { ...permission('Order.View'), and: ['Patient.View', 'Order.Edit'] };
  expect(passes(guard, ['Staff'], 'Order.View', 'Patient.View', 'Order.Edit')).toBe(true);
  expect(passes(guard, ['Staff'], 'Order.View', 'Patient.View')).toBe(false);
  expect(passes(guard, ['Staff'], 'Patient.View', 'Order.Edit')).toBe(false);
});

it('requires a named permission, or any one of several roles; SuperAdmin passes every role check', () => {
  expect(holdsPermission(holder('Staff'), 'Patient.View')).toBe(true);
  expect(holdsPermission(holder('Staff'), 'Patient.Edit')).toBe(false);
  expect(hasAnyRole(holder('Staff'), 'Admin', 'Staff')).toBe(true);
  expect(hasAnyRole(holder('Staff'), 'Admin')).toBe(false);
  expect(hasAnyRole(holder('SuperAdmin'), 'Admin')).toBe(true);
  expect(hasAnyRole({ ...holder('SuperAdmin'), isAuthenticated: false }, 'Admin')).toBe(false);
  expect(holdsPermission({ ...holder('Staff'), isAuthenticated: false }, 'Patient.View')).toBe(false);
});
