import { describe, expect, it } from 'vitest';
import { permissionsShown } from '../permission-filter.ts';
import { groupGrants, pendingChanges, withStaged } from './staged-changes.ts';

const grant = (permissionName: string, isGranted: boolean, category = 'Orders') => ({
  permissionId: permissionName,
  permissionName,
  isGranted,
  category,
  description: '',
  roleName: 'Staff',
});
const permission = (permissionName: string, isGranted: boolean, source: 'Role' | 'UserOverride') => ({
  ...grant(permissionName, isGranted),
  source,
  sourceDetails: '',
  expiresAt: null,
});
const ROLE = {
  permissions: [
    grant('Patient.View', true, 'Patients'),
    grant('Order.View', true),
    grant('Order.Create', false),
  ],
};
const states = (staged: ReadonlyMap<string, boolean>) =>
  groupGrants(ROLE, staged).map(({ category, state, modifiedCount }) => [category, state, modifiedCount]);

describe('staged changes of a role', () => {
  it('check a category fully, partly or not at all', () => {
    expect(states(new Map())).toEqual([
      ['Patients', 'all', 0],
      ['Orders', 'some', 0],
    ]);
    expect(states(new Map([['Order.Create', true]]))[1]).toEqual(['Orders', 'all', 1]);
    expect(states(new Map([['Order.View', false]]))[1]).toEqual(['Orders', 'none', 1]);
  });

  it('drop a change that was undone', () => {
    const both = withStaged(ROLE, new Map(), ['Order.View', 'Order.Create'], true);
    expect([...both]).toEqual([['Order.Create', true]]);
    expect([...withStaged(ROLE, both, ['Order.Create'], false)]).toEqual([]);
    expect(pendingChanges(ROLE, both)).toEqual([{ permissionId: 'Order.Create', isGranted: true }]);
  });

  it('drop changes that someone else saved, and keep the rest', () => {
    const saved = { permissions: ROLE.permissions.map((each) => ({ ...each, isGranted: true })) };
    const staged = new Map([
      ['Order.Create', true],
      ['Order.View', false],
    ]);
    expect(pendingChanges(saved, staged)).toEqual([{ permissionId: 'Order.View', isGranted: false }]);
  });
});

describe('summary cards', () => {
  const all = [
    permission('Order.View', true, 'Role'),
    permission('Order.Create', false, 'Role'),
    permission('Order.Edit', false, 'UserOverride'),
    permission('Order.Cancel', true, 'UserOverride'),
  ];
  const shown = (card: Parameters<typeof permissionsShown>[1]) =>
    permissionsShown(all, card).map(({ permissionName }) => permissionName);

  it('filter by all, granted and overridden permissions', () => {
    expect(shown('all')).toHaveLength(4);
    expect(shown('granted')).toEqual(['Order.View', 'Order.Cancel']);
    expect(shown('overridden')).toEqual(['Order.Edit', 'Order.Cancel']);
  });
});
