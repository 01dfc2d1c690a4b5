import { describe, expect, it } from 'vitest';
import { permissionsShown } from './permission-filter.ts';
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

describe('spec 3 §2, §4 staged changes of a role', () => {
  it('a category is ticked, half ticked or not, as it is to be', () => {
    expect(states(new Map())).toEqual([
      ['Patients', 'all', 0],
      ['Orders', 'some', 0],
    ]);
    expect(states(new Map([['Order.Create', true]]))[1]).toEqual(['Orders', 'all', 1]);
    expect(states(new Map([['Order.View', false]]))[1]).toEqual(['Orders', 'none', 1]);
  });

  it('what is turned back is no change any more', () => {
    const both = withStaged(ROLE, new Map(), ['Order.View', 'Order.Create'], true);
    expect([...both]).toEqual([['Order.Create', true]]);
    expect([...withStaged(ROLE, both, ['Order.Create'], false)]).toEqual([]);
    expect(pendingChanges(ROLE, both)).toEqual([{ permissionId: 'Order.Create', isGranted: true }]);
  });

  it('decisions 31 after somebody else saved the same, nothing is left to save; the rest stays staged', () => {
    const saved = { permissions: ROLE.permissions.map((each) => ({ ...each, isGranted: true })) };
    const staged = new Map([
      ['Order.Create', true],
      ['Order.View', false],
    ]);
    expect(pendingChanges(saved, staged)).toEqual([{ permissionId: 'Order.View', isGranted: false }]);
  });
});

describe('spec 3 §2 the summary cards filter the view', () => {
  const all = [
    permission('Order.View', true, 'Role'),
    permission('Order.Create', false, 'Role'),
    permission('Order.Edit', false, 'UserOverride'),
    permission('Order.Cancel', true, 'UserOverride'),
  ];
  const shown = (card: Parameters<typeof permissionsShown>[1]) =>
    permissionsShown(all, card).map(({ permissionName }) => permissionName);

  it('all, the granted ones, the overridden ones', () => {
    expect(shown('all')).toHaveLength(4);
    expect(shown('granted')).toEqual(['Order.View', 'Order.Cancel']);
    expect(shown('overridden')).toEqual(['Order.Edit', 'Order.Cancel']);
  });
});
