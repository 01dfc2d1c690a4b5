import { permissionAuditLog, permissionList, permissionUserList } from '@portal/contract/permissions';
import {
  rolePermissionsGet,
  rolePermissionsUpdate,
  roleSummaryList,
} from '@portal/contract/role-permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newUser, readyUser, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, range, row, search } from '../run/table.ts';

useBrowser();

const REASON = 'Covers the front desk in March';
const ROLES = '/admin/permissions/roles';
const USERS = '/admin/permissions/users';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
/** A permission as a line of a list, by its name. */
const line = (page: Page, name: PermissionName) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

async function permissionId(name: PermissionName): Promise<string> {
  const all = await client().succeed(permissionList, {}, await superToken());
  return all.find((each) => each.name === name)?.id ?? '';
}

async function override(userId: string, name: PermissionName, isGranted: boolean): Promise<void> {
  const body = { permissionId: await permissionId(name), isGranted, reason: REASON };
  await client().succeed(userOverrideSet, { params: { id: userId }, body }, await superToken());
}

/** The role whose grants this file changes and puts back; of permissions that no other journey denies it. */
const ROLE = 'ProviderMidLevel';

describe('spec 3 §2 Role Permissions', () => {
  const shared = usePage('superadmin');

  it('has the columns, counts and actions; members with search, inactive ones and a way to the user', async () => {
    const page = shared();
    const last = uniqueName('M');
    const { user } = await newUser({ role: 'MedicalAssistant', lastName: last });
    await page.goto(ROLES);
    await heading(page, 'Role Permissions');
    await expect
      .poll(() => columns(page, 'Roles'))
      .toEqual(['Role', 'Description', 'Permissions', 'Users', 'Last Modified', 'Actions']);
    const admin = row(page, 'Roles', 'Manages users, offices');
    await admin.getByText(/^(\d+)\/\1$/).waitFor();
    await admin.getByRole('link', { name: 'Manage permissions Admin' }).waitFor();
    await admin.getByRole('button', { name: 'Copy permissions Admin' }).waitFor();
    await page.getByRole('button', { name: 'View members MedicalAssistant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Members of MedicalAssistant' });
    await expect
      .poll(() => columns(page, 'Members'))
      .toEqual(['Username', 'Name', 'Email', 'Status', 'Last Login', 'Member Since', 'Actions']);
    await dialog.getByLabel('Show inactive').click();
    await search(page, 'Search members', last);
    await dialog.getByText('1–1 of 1').first().waitFor();
    await row(page, 'Members', last).getByText('Never').waitFor();
    await dialog.getByRole('link', { name: /^View / }).click();
    await page.waitForURL(`**/users/${user.id}`);
    // Decisions 26: shown to SuperAdmins.
    const link = page.getByRole('link', { name: 'View Permissions', exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe(`${USERS}/${user.id}`);
  });

  it('spec 3 §4 stages changes, says what saving does, keeps them on failure, and meets a colleague’s save', async () => {
    const page = shared();
    const { succeed } = client();
    const token = await superToken();
    const roles = await succeed(roleSummaryList, {}, token);
    const id = roles.find(({ roleName }) => roleName === ROLE)?.roleId ?? '';
    await page.goto(`${ROLES}/${id}`);
    await heading(page, ROLE);
    const category = page.getByRole('checkbox', { name: 'All permissions of Timecards' });
    await expect.poll(() => category.getAttribute('data-indeterminate')).toBe('true');
    await category.click();
    await page.getByText('3 modified').waitFor();
    for (const name of ['Timecard.ViewReports', 'Timecard.ManageSchedules'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).click();
    await page.getByText('You have 1 unsaved change. Nothing is changed until you save.').waitFor();
    await page.getByText('Modified', { exact: true }).waitFor();

    // A colleague saves meanwhile; this page does not know yet.
    const before = await succeed(rolePermissionsGet, { params: { id } }, token);
    const other = { permissionId: await permissionId('Timecard.ManageSchedules'), isGranted: true };
    await succeed(
      rolePermissionsUpdate,
      { params: { id }, body: { permissions: [other], reason: REASON } },
      token,
    );

    await page.getByRole('button', { name: /^Save Changes/ }).click();
    const dialog = page.getByRole('dialog', { name: `Save changes to ${ROLE}?` });
    await dialog.getByText(/\d+ users? gains? it/).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Confirm Save' });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('too short');
    await confirm.click();
    await dialog.getByText('Give a reason of at least 10 characters').waitFor();
    await dialog.getByLabel('Reason').fill(REASON);
    await answer(page, `**/api/roles/${id}/permissions`, { method: 'PUT', status: 500 });
    await confirm.click();
    await dialog.getByText('Failed to save role permissions').waitFor();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe(REASON);
    await page.unrouteAll();
    await confirm.click();
    await page.getByText('Someone else changed this role in the meantime.').waitFor();
    await expect
      .poll(() => page.getByRole('checkbox', { name: /Timecard.ManageSchedules/ }).isChecked())
      .toBe(true);
    await page.getByText('You have 1 unsaved change.').waitFor();
    await page.getByRole('button', { name: /^Save Changes/ }).click();
    await dialog.getByLabel('Reason').fill(REASON);
    await confirm.click();
    await page.getByText(`The role ${ROLE} was saved`).first().waitFor();
    await expect.poll(() => page.getByText('unsaved change').count()).toBe(0);
    const after = await succeed(rolePermissionsGet, { params: { id } }, token);
    expect(after.grantedPermissions).toBe(before.grantedPermissions + 2);
  });

  it('decisions 31 copies what another role grants after showing the difference', async () => {
    const page = shared();
    await page.goto(ROLES);
    await page.getByRole('button', { name: 'Copy permissions ProviderPhysician' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy permissions of ProviderPhysician' });
    const copy = dialog.getByRole('button', { name: 'Copy Permissions' });
    await expect.poll(() => copy.isDisabled()).toBe(true);
    await dialog.getByLabel('Target role').click();
    await expect.poll(() => page.getByRole('option', { name: /^SuperAdmin/ }).count()).toBe(0);
    await page.getByRole('option', { name: new RegExp(`^${ROLE}`) }).click();
    const difference = dialog.getByRole('list', { name: 'What changes' });
    await difference.waitFor();
    await expect
      .poll(() => difference.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/Remove\s+Timecard.ManageSchedules\s+\d+ users? loses? it/),
        expect.stringMatching(/Remove\s+Timecard.ManageTimecards\s+\d+ users? loses? it/),
      ]);
    await expect.poll(() => copy.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill(REASON);
    await copy.click();
    await page.getByText(`${ROLE} now grants what ProviderPhysician grants`).first().waitFor();
    const changed = row(page, 'Roles', ROLE);
    await expect.poll(() => changed.getByText('18/27').count()).toBe(1);
    await expect.poll(() => changed.getByText('Never').count()).toBe(0);
  });
});

describe('spec 3 §2 User Permissions', () => {
  const shared = usePage('superadmin');

  it('decisions 13, 22 a change reaches a signed-in user at once: menu, open page, profile', async () => {
    const boss = shared();
    const person = await readyUser();
    const { page } = await openAs(person);
    await page.goto('/');
    await page.getByRole('region', { name: 'Recent Activity' }).getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => menu(page, 'Offices').count()).toBe(0);

    await boss.goto(USERS);
    await search(boss, 'Search users', person.userName);
    await boss.getByRole('link', { name: `Manage permissions Robin ${person.user.lastName}` }).click();
    await heading(boss, `Robin ${person.user.lastName}`);
    await boss.getByRole('button', { name: 'Override Admin.ManageOffices' }).click();
    const dialog = boss.getByRole('dialog', { name: 'Override Admin.ManageOffices' });
    await expect.poll(() => dialog.getByRole('button', { name: 'Save Override' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('01/02/2020 08:00');
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save Override' }).click();
    await dialog.getByText('The expiry must be in the future').waitFor();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe(REASON);
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('');
    await dialog.getByRole('button', { name: 'Save Override' }).click();
    await line(boss, 'Admin.ManageOffices').getByText(`by Margaret Okafor: ${REASON}`).waitFor();
    await menu(page, 'Offices').waitFor();

    await override(person.user.id, 'Patient.View', false);
    await menu(page, 'Patients').waitFor({ state: 'detached' });
    await visit(page, '/patients');
    await page.getByText('Access Denied: You do not have permission to view this page.').waitFor();
    await visit(page, '/profile');
    await line(page, 'Patient.View')
      .getByText(`Revoked for this user by Margaret Okafor: ${REASON}`)
      .waitFor();
    await override(person.user.id, 'Admin.ViewAuditLogs', true);
    await menu(page, 'Audit Logs').waitFor();
  });

  it('cards filter, tabs show effective permissions and overrides; remove, copy from and reset', async () => {
    const page = shared();
    const [one, two] = [await newUser(), await newUser()];
    await override(one.user.id, 'Order.Create', true);
    await override(one.user.id, 'Message.View', false);
    await page.goto(`${USERS}/${one.user.id}`);
    await page.getByRole('button', { name: '2 Overridden' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Override / }).count()).toBe(2);
    await page.getByRole('button', { name: /^\d+ Granted$/ }).click();
    await line(page, 'Order.Create').waitFor();
    await expect.poll(() => line(page, 'Message.View').count()).toBe(0);
    await page.getByRole('tab', { name: 'Permission Overrides' }).click();
    await row(page, 'Overrides', 'Message.View').getByText('Revoked').waitFor();
    await page.getByRole('button', { name: 'Remove override Message.View' }).click();
    const removing = page.getByRole('alertdialog', { name: 'Remove override?' });
    await removing.getByLabel('Reason').fill(REASON);
    await removing.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row(page, 'Overrides', 'Message.View').count()).toBe(0);

    await page.goto(`${USERS}/${two.user.id}`);
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await expect.poll(() => reset.isDisabled()).toBe(true);
    await press(page, 'Copy From');
    const copying = page.getByRole('dialog', { name: `Copy permissions to Robin ${two.user.lastName}` });
    await copying.getByLabel('Copy from').fill(one.user.lastName);
    await page.getByRole('option', { name: new RegExp(one.user.lastName) }).click();
    await copying.getByText('Gains Order.Create').waitFor();
    await copying.getByLabel('Reason').fill(REASON);
    await copying.getByRole('button', { name: 'Copy Permissions' }).click();
    await page.getByRole('button', { name: '1 Overridden' }).waitFor();
    await reset.click();
    const asking = page.getByRole('alertdialog', {
      name: `Reset permissions of Robin ${two.user.lastName}?`,
    });
    await asking.getByText('These overrides go: Order.Create.').waitFor();
    await asking.getByLabel('Reason').fill(REASON);
    await asking.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: '0 Overridden' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(USERS);
  });

  it('decisions 28 bulk assignment: users, changes, difference, reason; the audit shows each', async () => {
    const page = shared();
    const last = uniqueName('B');
    const people = [await newUser({ lastName: last }), await newUser({ firstName: 'Alex', lastName: last })];
    await override(people[0]?.user.id ?? '', 'Order.Create', true);
    await page.goto(USERS);
    await page.getByRole('link', { name: 'Bulk assign permissions' }).click();
    await heading(page, 'Bulk Assign Permissions');
    await search(page, 'Search users', last);
    await range(page, 'Users').filter({ hasText: '1–2 of 2' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    await page.getByText('2 users chosen:').waitFor();
    await page.getByRole('combobox', { name: 'Add a permission' }).fill('Order.Create');
    await page.getByRole('option', { name: /Order.Create/ }).click();
    await page.getByText('1 user will get these overrides; 1 user will be skipped.').waitFor();
    await page.getByRole('group', { name: 'Change of Order.Create' }).getByText('Revoke').click();
    await page.getByText('2 users will get these overrides.').waitFor();
    const difference = page.getByRole('list', { name: 'Difference by user' });
    await difference.getByText('Loses Order.Create').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await press(page, 'Assign to 2 users');
    await page.getByText('The permissions of 2 users were changed').first().waitFor();

    const alex = people[1]?.user.id ?? '';
    await page.goto(`/admin/permissions/audit?entityId=${alex}`);
    await range(page, 'Permission changes').filter({ hasText: '1–1 of 1' }).waitFor();
    await page.getByText(`Only Alex ${last}`).waitFor();
    await page.getByRole('button', { name: `Details of Order.Create of Alex ${last}` }).click();
    for (const text of ['Old Value', 'Inherited', REASON])
      await page.getByText(text, { exact: true }).first().waitFor();
    await page.getByLabel('Entity type').click();
    await page.getByRole('option', { name: 'Role', exact: true }).click();
    await page.getByText('No permission changes match the filters').waitFor();
    await press(page, 'Clear Filters');
    await press(page, 'Hide Filters');
    await expect.poll(() => columns(page, 'Permission changes')).toContain('Changed By');
  });
});

describe('spec 3 §6, §8 who sees it, and what fails', () => {
  const shared = usePage('superadmin');
  let selfId = '';
  beforeAll(async () => {
    const found = await client().succeed(
      permissionUserList,
      { query: { search: 'superadmin' } },
      await superToken(),
    );
    selfId = found.users.find(({ userName }) => userName === 'superadmin')?.id ?? '';
  });

  it('an Admin sees neither menu nor pages; nobody changes their own permissions', async () => {
    const { page, token } = await openAs('admin');
    await page.goto('/');
    await menu(page, 'Users').waitFor();
    for (const name of ['Role Permissions', 'User Permissions', 'Permission Audit'])
      await expect.poll(() => menu(page, name).count()).toBe(0);
    for (const path of [ROLES, USERS, '/admin/permissions/bulk-assign', '/admin/permissions/audit']) {
      await visit(page, path);
      await page.getByText('Access Denied: You do not have permission to view this page.').waitFor();
    }
    expect((await client().send('GET', permissionAuditLog.path, { token })).status).toBe(403);

    const own = shared();
    await own.goto(`${USERS}/${selfId}`);
    await own.getByText('only another SuperAdmin can change them').waitFor();
    await expect.poll(() => own.getByRole('button', { name: /^Override / }).count()).toBe(0);
    await expect.poll(() => own.getByRole('button', { name: 'Copy From' }).isDisabled()).toBe(true);
  });

  it('spec 3 §8 says what failed in the words of the catalogue', async () => {
    const { page } = await openAs('superadmin');
    const failing = /api\/(roles\/permissions|permissions\/users|permissions\/audit-log|users\/)/u;
    await answer(page, failing, { status: 500 });
    for (const [path, text] of [
      [ROLES, 'Failed to load role permissions'],
      [USERS, 'Failed to load users'],
      [`${USERS}/${selfId}`, 'Failed to load permissions'],
      ['/admin/permissions/audit', 'Failed to load audit logs'],
    ] as const) {
      await visit(page, path);
      await page.getByText(text).first().waitFor();
    }
    await page.unrouteAll();
    await answer(page, /api\/roles\/[^/]+\/users/u, { status: 500 });
    await visit(page, ROLES);
    await page.getByRole('button', { name: 'View members Staff' }).click();
    await page.getByText('Failed to load role members').first().waitFor();
    await visit(page, `${USERS}/00000000-0000-7000-8000-000000000000`);
    await page.getByText('User not found').waitFor();
  });
});
