import { permissionAuditLog, permissionList } from '@portal/contract/permissions';
import {
  rolePermissionsGet,
  rolePermissionsUpdate,
  roleSummaryList,
} from '@portal/contract/role-permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newUser, readyUser, uniqueName } from '../support/records.ts';
import { range, row, search } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { openGroup } from '../support/menu.ts';
import { expect, test } from '../support/test.ts';

const REASON = 'Covers the front desk in March';
const ROLES = '/admin/permissions/roles';
const USERS = '/admin/permissions/users';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
/** The list item of a permission. */
const line = (page: Page, name: PermissionName) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

async function permissionId(api: Api, name: PermissionName): Promise<string> {
  const all = await api.succeed(permissionList, {}, await api.superToken());
  return all.find((each) => each.name === name)?.id ?? '';
}

async function override(api: Api, userId: string, name: PermissionName, isGranted: boolean): Promise<void> {
  const body = { permissionId: await permissionId(api, name), isGranted, reason: REASON };
  await api.succeed(userOverrideSet, { params: { id: userId }, body }, await api.superToken());
}

/** The role that this file changes and restores, with permissions that no other journey relies on. */
const ROLE = 'Mid-Level Provider';

test.describe('Role Permissions', () => {
  test.use({ account: 'superadmin' });

  test('stages, previews and saves changes after a conflict, and copies another role', async ({
    page,
    api,
  }) => {
    const { succeed } = api;
    const token = await api.superToken();
    const roles = await succeed(roleSummaryList, {}, token);
    const id = roles.find(({ roleName }) => roleName === 'ProviderMidLevel')?.roleId ?? '';
    await page.goto(`${ROLES}/${id}`);
    await expect(heading(page, ROLE)).toBeVisible();
    const category = page.getByRole('checkbox', { name: 'All Timecards permissions' });
    await expect(category).toHaveAttribute('data-indeterminate', 'true');
    await category.click();
    for (const name of ['Timecard.ViewReports', 'Timecard.ManageSchedules'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).click();
    await expect(
      page.getByText('You have 1 unsaved change. Changes take effect when you save.'),
    ).toBeVisible();

    // Someone else saves; this page does not know yet.
    const before = await succeed(rolePermissionsGet, { params: { id } }, token);
    const other = { permissionId: await permissionId(api, 'Timecard.ManageSchedules'), isGranted: true };
    await succeed(
      rolePermissionsUpdate,
      { params: { id }, body: { permissions: [other], reason: REASON } },
      token,
    );

    await page.getByRole('button', { name: /^Save Changes/ }).click();
    const dialog = page.getByRole('dialog', { name: `Save changes to ${ROLE}?` });
    await expect(dialog.getByText(/\d+ users? gains? it/)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Confirm Save' });
    await dialog.getByLabel('Reason').fill(REASON);
    await confirm.click();
    await expect(page.getByText('Someone else changed this role in the meantime.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Timecard.ManageSchedules/ })).toBeChecked();
    await expect(page.getByText('You have 1 unsaved change.')).toBeVisible();
    await page.getByRole('button', { name: /^Save Changes/ }).click();
    await dialog.getByLabel('Reason').fill(REASON);
    await confirm.click();
    await expect(page.getByText(`${ROLE} role saved`).first()).toBeVisible();
    await expect(page.getByText('unsaved change')).toHaveCount(0);
    const after = await succeed(rolePermissionsGet, { params: { id } }, token);
    expect(after.grantedPermissions).toBe(before.grantedPermissions + 2);

    await visit(page, ROLES);
    await page.getByRole('button', { name: 'Copy permissions Physician' }).click();
    const copying = page.getByRole('dialog', { name: 'Copy permissions from Physician' });
    const copy = copying.getByRole('button', { name: 'Copy Permissions' });
    await copying.getByLabel('Target role').click();
    await page.getByRole('option', { name: new RegExp(`^${ROLE}`) }).click();
    const difference = copying.getByRole('list', { name: 'Changes' });
    await expect(difference.getByRole('listitem')).toHaveText([
      /Remove\s*Timecard.ManageSchedules\s*\d+ users? loses? it/,
      /Remove\s*Timecard.ManageTimecards\s*\d+ users? loses? it/,
    ]);
    await copying.getByLabel('Reason').fill(REASON);
    await copy.click();
    await expect(page.getByText(`Permissions copied from Physician to ${ROLE}`).first()).toBeVisible();
    const changed = row(page, 'Roles', ROLE);
    await expect(changed.getByText('18/27')).toHaveCount(1);
    await expect(changed.getByText('Never')).toHaveCount(0);
  });
});

test.describe('User Permissions', () => {
  test.use({ account: 'superadmin' });

  test('apply to a signed-in user immediately: menu, open page and profile', async ({
    page: boss,
    openAs,
    api,
  }) => {
    const person = await readyUser(api);
    const { page } = await openAs(person);
    await page.goto('/');
    await expect(
      page.getByRole('region', { name: 'Recent Activity' }).getByText('Live', { exact: true }),
    ).toBeVisible();
    await expect(menu(page, 'Offices')).toHaveCount(0);

    await boss.goto(USERS);
    await search(boss, 'Search users', person.userName);
    await boss.getByRole('link', { name: `Manage permissions Robin ${person.user.lastName}` }).click();
    await expect(heading(boss, `Robin ${person.user.lastName}`)).toBeVisible();
    await boss.getByRole('button', { name: 'Override Admin.ManageOffices' }).click();
    const dialog = boss.getByRole('dialog', { name: 'Override Admin.ManageOffices' });
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Save Override' }).click();
    await expect(line(boss, 'Admin.ManageOffices').getByText(`by Margaret Okafor: ${REASON}`)).toBeVisible();
    await expect(menu(page, 'Offices')).toBeVisible();

    await override(api, person.user.id, 'Patient.View', false);
    await expect(menu(page, 'Patients')).toBeHidden();
    await visit(page, '/patients');
    await expect(
      page.getByText('Access Denied: You do not have permission to view this page.'),
    ).toBeVisible();
    await visit(page, '/profile');
    await expect(
      line(page, 'Patient.View').getByText(`Revoked for this user by Margaret Okafor: ${REASON}`),
    ).toBeVisible();
    await override(api, person.user.id, 'Admin.ViewAuditLogs', true);
    await openGroup(page, 'Security and logs');
    await expect(menu(page, 'Audit Logs')).toBeVisible();
  });

  test('remove an override, copy another user’s overrides, and reset them', async ({ page, api }) => {
    const [one, two] = [await newUser(api), await newUser(api)];
    await override(api, one.user.id, 'Order.Create', true);
    await override(api, one.user.id, 'Message.View', false);
    await page.goto(`${USERS}/${one.user.id}?tab=overrides`);
    await expect(row(page, 'Overrides', 'Message.View').getByText('Revoked')).toBeVisible();
    await page.getByRole('button', { name: 'Remove override Message.View' }).click();
    const removing = page.getByRole('alertdialog', { name: 'Remove override?' });
    await removing.getByLabel('Reason').fill(REASON);
    await removing.getByRole('button', { name: 'Remove' }).click();
    await expect(removing).toBeHidden();
    await expect(row(page, 'Overrides', 'Message.View')).toHaveCount(0);

    await page.goto(`${USERS}/${two.user.id}`);
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await press(page, 'Copy From');
    const copying = page.getByRole('dialog', { name: `Copy permissions to Robin ${two.user.lastName}` });
    await copying.getByLabel('Copy from').fill(one.user.lastName);
    await page.getByRole('option', { name: new RegExp(one.user.lastName) }).click();
    await expect(copying.getByText('Gains Order.Create')).toBeVisible();
    await copying.getByLabel('Reason').fill(REASON);
    await copying.getByRole('button', { name: 'Copy Permissions' }).click();
    await expect(page.getByRole('button', { name: '1 Overridden' })).toBeVisible();
    await reset.click();
    const asking = page.getByRole('alertdialog', {
      name: `Reset permissions for Robin ${two.user.lastName}?`,
    });
    await expect(asking.getByRole('listitem').getByText('Order.Create')).toBeVisible();
    await asking.getByLabel('Reason').fill(REASON);
    await asking.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByRole('button', { name: '0 Overridden' })).toBeVisible();
  });

  test('assign in bulk after a preview; the audit shows each change', async ({ page, api }) => {
    const last = uniqueName('B');
    const people = [
      await newUser(api, { lastName: last }),
      await newUser(api, { firstName: 'Alex', lastName: last }),
    ];
    await override(api, people[0]?.user.id ?? '', 'Order.Create', true);
    await page.goto(USERS);
    await page.getByRole('link', { name: 'Bulk assign permissions' }).click();
    await expect(heading(page, 'Bulk Assign Permissions')).toBeVisible();
    await search(page, 'Search users', last);
    await expect(range(page, 'Users').filter({ hasText: '1–2 of 2' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    await expect(page.getByText('2 users selected:')).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a permission' }).fill('Order.Create');
    await page.getByRole('option', { name: /Order.Create/ }).click();
    await page.getByText('1 user will get these overrides; 1 user will be skipped.').waitFor();
    await page.getByRole('group', { name: 'Change for Order.Create' }).getByText('Revoke').click();
    await expect(page.getByText('2 users will get these overrides.')).toBeVisible();
    const difference = page.getByRole('list', { name: 'Changes by user' });
    await expect(difference.getByText('Loses Order.Create')).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await press(page, 'Assign to 2 users');
    await expect(page.getByText('Permissions updated for 2 users').first()).toBeVisible();

    const alex = people[1]?.user.id ?? '';
    await visit(page, `/admin/permissions/audit?entityId=${alex}`);
    await expect(range(page, 'Permission changes').filter({ hasText: '1–1 of 1' })).toBeVisible();
    await expect(page.getByText(`Only Alex ${last}`)).toBeVisible();
    await page.getByRole('button', { name: `Details of Order.Create for Alex ${last}` }).click();
    for (const text of ['Old Value', 'Inherited', REASON])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  });
});

test('an Admin sees neither menu nor pages', async ({ openAs, api }) => {
  const { page, token } = await openAs('admin');
  await page.goto('/');
  await expect(menu(page, 'Users')).toBeVisible();
  await openGroup(page, 'Security and logs');
  await expect(menu(page, 'Audit Logs')).toBeVisible();
  for (const name of ['Role Permissions', 'User Permissions', 'Permission Audit'])
    await expect(menu(page, name)).toHaveCount(0);
  for (const path of [ROLES, USERS, '/admin/permissions/bulk-assign', '/admin/permissions/audit']) {
    await visit(page, path);
    await expect(
      page.getByText('Access Denied: You do not have permission to view this page.'),
    ).toBeVisible();
  }
  expect((await api.send('GET', permissionAuditLog.path, { token })).status).toBe(403);
});
