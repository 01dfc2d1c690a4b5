import type { Guard } from '@portal/contract/endpoint';
import { DEFAULT_GRANTS } from '@portal/domain/permissions';
import { passesRoleCheck, ROLE_NAMES, type RoleName } from '@portal/domain/roles';
import { describe, expect, it } from 'vitest';
import { passesGuard } from '#lib/session/access.ts';
import { aUser } from '#lib/test/people.ts';
import { currentEntry, groupsOf, NAVIGATION, visibleEntries } from './navigation.ts';
import { areaRoutes, pageAt } from './routes/areas.ts';
import { pageHandle } from './routes/page.ts';
import { initialsOf } from './shell/initials.ts';

/** The expected guard of each page, copied from the route table of the specification. */
const TABLE: Record<string, Guard> = {
  '/': { kind: 'signedIn' },
  '/users': { kind: 'roles', anyOf: ['Admin'] },
  '/users/new': { kind: 'roles', anyOf: ['Admin'] },
  '/users/single-sign-on': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/users/:id': { kind: 'roles', anyOf: ['Admin'] },
  '/users/:id/edit': { kind: 'roles', anyOf: ['Admin'] },
  '/users/:id/reset-password': { kind: 'roles', anyOf: ['Admin'] },
  '/patients': { kind: 'permission', anyOf: ['Patient.View'] },
  '/patients/search': { kind: 'permission', anyOf: ['Patient.View'] },
  '/patients/new': { kind: 'permission', anyOf: ['Patient.Create'] },
  '/patients/:id': { kind: 'permission', anyOf: ['Patient.View'] },
  '/patients/:id/edit': { kind: 'permission', anyOf: ['Patient.Edit'] },
  '/patients/:id/print': { kind: 'permission', anyOf: ['Patient.View'] },
  '/offices': { kind: 'permission', anyOf: ['Admin.ManageOffices'] },
  '/offices/new': { kind: 'permission', anyOf: ['Admin.ManageOffices'] },
  '/offices/letterhead': { kind: 'permission', anyOf: ['Admin.ManageOffices'] },
  '/offices/:id/edit': { kind: 'permission', anyOf: ['Admin.ManageOffices'] },
  '/offices/:id/ip-whitelist': { kind: 'permission', anyOf: ['Admin.ManageOffices'] },
  '/pill-count': {
    kind: 'roles',
    anyOf: ['ProviderPhysician', 'ProviderMidLevel', 'Admin', 'SuperAdmin'],
    and: ['Patient.View'],
  },
  '/pill-count/:id': {
    kind: 'roles',
    anyOf: ['ProviderPhysician', 'ProviderMidLevel', 'Admin', 'SuperAdmin'],
    and: ['Patient.View'],
  },
  '/messages': { kind: 'permission', anyOf: ['Message.View'] },
  '/messages/new': { kind: 'permission', anyOf: ['Message.Create'] },
  '/messages/:id': { kind: 'permission', anyOf: ['Message.View'] },
  '/messages/:id/edit': { kind: 'permission', anyOf: ['Message.Edit'] },
  '/messages/:id/assign': { kind: 'permission', anyOf: ['Message.Assign'] },
  '/messages/:id/complete': { kind: 'permission', anyOf: ['Message.Edit'] },
  '/documents': { kind: 'permission', anyOf: ['Document.View'] },
  '/documents/upload': { kind: 'permission', anyOf: ['Document.Upload'] },
  '/documents/:id': { kind: 'permission', anyOf: ['Document.View'] },
  '/documents/:id/delete': { kind: 'permission', anyOf: ['Document.Delete'] },
  '/dictations/new': { kind: 'permission', anyOf: ['Dictation.Create'] },
  '/dictations/:id': { kind: 'permission', anyOf: ['Dictation.View'] },
  '/dictations/:id/edit': { kind: 'permission', anyOf: ['Dictation.Edit'] },
  '/dictations': { kind: 'permission', anyOf: ['Dictation.View'] },
  '/admin/billing-codes': { kind: 'roles', anyOf: ['Admin'] },
  '/admin/billing-codes/files': { kind: 'roles', anyOf: ['Admin'] },
  '/admin/billing-codes/files/changes': { kind: 'roles', anyOf: ['Admin'] },
  '/admin/payer-limits': { kind: 'roles', anyOf: ['Admin'] },
  '/admin/titles': { kind: 'roles', anyOf: ['Admin'] },
  '/admin/dictations': { kind: 'roles', anyOf: ['Admin'], and: ['Dictation.View', 'Patient.View'] },
  '/admin/import-patients': { kind: 'roles', anyOf: ['Admin'], and: ['Patient.View', 'Patient.Create'] },
  '/charges': {
    kind: 'roles',
    anyOf: ['Admin', 'ProviderPhysician', 'ProviderMidLevel'],
    and: ['Dictation.View'],
  },
  '/orders': { kind: 'permission', anyOf: ['Order.View'] },
  '/orders/new': { kind: 'permission', anyOf: ['Order.Create'] },
  '/orders/:id': { kind: 'permission', anyOf: ['Order.View'] },
  '/orders/:id/edit': { kind: 'permission', anyOf: ['Order.Edit'] },
  '/admin/permissions/roles': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/roles/:roleId': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/users': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/users/:userId': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/bulk-assign': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/audit': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/permissions/two-factor': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/admin/templates': { kind: 'permission', anyOf: ['Dictation.ManageTemplates'] },
  '/admin/templates/new': { kind: 'permission', anyOf: ['Dictation.ManageTemplates'] },
  '/admin/templates/:id': { kind: 'permission', anyOf: ['Dictation.ManageTemplates'] },
  '/admin/templates/:id/edit': { kind: 'permission', anyOf: ['Dictation.ManageTemplates'] },
  '/admin/templates/:id/preview': { kind: 'permission', anyOf: ['Dictation.ManageTemplates'] },
  '/admin/location-headers/:locationId/edit': {
    kind: 'permission',
    anyOf: ['Dictation.ManageTemplates'],
  },
  '/timecard': { kind: 'permission', anyOf: ['Timecard.View'] },
  '/timecard/history': { kind: 'permission', anyOf: ['Timecard.View'] },
  '/timecard/schedule': { kind: 'permission', anyOf: ['Timecard.View'] },
  '/timecard/reports': { kind: 'permission', anyOf: ['Timecard.ViewReports'] },
  '/timecard/schedules': { kind: 'permission', anyOf: ['Timecard.ManageSchedules'] },
  '/timecard/schedules/:userId': { kind: 'permission', anyOf: ['Timecard.ManageSchedules'] },
  '/api-keys': { kind: 'signedIn' },
  '/audit-logs': { kind: 'permission', anyOf: ['Admin.ViewAuditLogs'] },
  '/webhooks': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/webhooks/:id': { kind: 'roles', anyOf: ['SuperAdmin'] },
  '/profile': { kind: 'signedIn' },
  '/profile/shortcuts': { kind: 'signedIn' },
  '/help': { kind: 'signedIn' },
  '/help/:page': { kind: 'signedIn' },
  '/change-password': { kind: 'signedIn' },
  '/set-up-two-factor': { kind: 'signedIn' },
};

describe('route table', () => {
  it.each(areaRoutes.map((route) => [route.path ?? '', route] as const))(
    'has the expected guard for %s',
    (path, route) => {
      expect(pageHandle(route.handle)?.guard).toEqual(TABLE[path]);
    },
  );

  it('puts the patient print view outside the main layout', () => {
    const print = pageAt('/patients/:id/print');
    expect(print === undefined || print.layout === 'bare').toBe(true);
  });
});

/** Whether the menu of a user with only this role has Pill Count. */
const showsPillCount = (role: RoleName) =>
  visibleEntries((guard) => guard.kind === 'roles' && passesRoleCheck([role], guard.anyOf)).some(
    ({ path }) => path === '/pill-count',
  );

const PAPERS = ['Medical Orders', 'Phone Messages', 'Documents'];
const OFFICE = ['Dashboard', 'Users', 'Patients', 'Offices', 'Dictations', 'Charges', ...PAPERS];
const REPORTS = ['Timecard', 'Timecard Reports', 'Schedule Management', 'Audit Logs'];
const PERMISSIONS = ['Role Permissions', 'User Permissions', 'Permission Audit', 'Two-Factor'];
const CODES = ['Billing Codes', 'Code Files', 'Payer Limits'];
const TEMPLATES = ['Template Management', ...CODES, 'Title Management', 'Dictation Management'];
const ADMIN_TOOLS = ['API Keys', ...TEMPLATES, 'Import Patients'];
const PROVIDER = ['Dashboard', 'Patients', 'Dictations', 'Charges', ...PAPERS, 'Pill Count', 'Timecard'];

describe('menu', () => {
  it.each([
    ['SuperAdmin', [...OFFICE, 'Pill Count', ...REPORTS, ...PERMISSIONS, ...ADMIN_TOOLS, 'Webhooks']],
    ['Admin', [...OFFICE, ...REPORTS, ...ADMIN_TOOLS]],
    ['ProviderPhysician', PROVIDER],
    ['ProviderMidLevel', PROVIDER],
    ['MedicalAssistant', ['Dashboard', 'Patients', 'Dictations', ...PAPERS, 'Timecard']],
    ['Staff', ['Dashboard', 'Patients', ...PAPERS, 'Timecard']],
  ] as const)('shows %s the pages of the role’s default permissions, in this order', (role, labels) => {
    const state = {
      isAuthenticated: true,
      user: aUser({ roles: [role] }),
      permissions: [...DEFAULT_GRANTS[role]],
    };
    expect(visibleEntries((guard) => passesGuard(state, guard)).map(({ label }) => label)).toEqual(labels);
  });

  it('shows only the dashboard to a user without permissions', () => {
    const state = { isAuthenticated: true, user: aUser(), permissions: [] };
    expect(visibleEntries((guard) => passesGuard(state, guard)).map(({ label }) => label)).toEqual([
      'Dashboard',
    ]);
  });

  it('shows only pages that the user may see', () => {
    expect(visibleEntries(() => true)).toEqual(NAVIGATION);
    expect(visibleEntries(() => false)).toEqual([]);
    expect(
      visibleEntries((guard) => guard.kind === 'permission').every(({ path }) => path !== '/users'),
    ).toBe(true);
  });

  it('shows Pill Count to providers only, though administrators may open it', () => {
    expect(ROLE_NAMES.filter((role) => showsPillCount(role))).toEqual([
      'SuperAdmin',
      'ProviderPhysician',
      'ProviderMidLevel',
    ]);
  });

  it.each([
    ['SuperAdmin', ['daily', 'practice', 'templates', 'security', 'system']],
    ['ProviderPhysician', ['daily', 'practice']],
    ['Staff', ['daily']],
  ] as const)('has groups for %s, each with entries in the same order', (role, groups) => {
    const state = {
      isAuthenticated: true,
      user: aUser({ roles: [role] }),
      permissions: [...DEFAULT_GRANTS[role]],
    };
    const entries = visibleEntries((guard) => passesGuard(state, guard));
    const found = groupsOf(entries);
    expect(found.map(({ group }) => group)).toEqual(groups);
    for (const { entries: listed } of found)
      expect(entries.filter((entry) => listed.includes(entry))).toEqual(listed);
    expect(found.flatMap(({ entries: listed }) => listed)).toHaveLength(entries.length);
  });

  it('highlights the entry of the current path', () => {
    expect(currentEntry('/', NAVIGATION)?.path).toBe('/');
    expect(currentEntry('/patients/1/edit', NAVIGATION)?.path).toBe('/patients');
    expect(currentEntry('/patients-old', NAVIGATION)).toBeUndefined();
    expect(currentEntry('/profile', NAVIGATION)).toBeUndefined();
  });

  it('shows initials in the avatar', () => {
    expect(initialsOf({ firstName: 'jane', lastName: 'Álvarez', username: 'j' })).toBe('JÁ');
    expect(initialsOf({ firstName: '', lastName: ' ', username: 'root' })).toBe('R');
  });
});
