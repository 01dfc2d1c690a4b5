import type { RoleMember } from '@portal/contract/role-permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import { aRole, aRolePreview, aRoleSummary, permissionServer, REASON } from '../test/permission-fixtures.ts';
import { RolePermissionsPage } from './RolePermissionsPage.tsx';

const staff = aRoleSummary({ lastModified: '2026-11-21T02:30:00.000Z' });
const nurse = aRoleSummary({
  roleId: '55555555-5555-4555-8555-000000000002',
  roleName: 'MedicalAssistant',
  description: 'Takes vital signs',
  userCount: 1,
});
const superAdmin = aRoleSummary({
  roleId: '55555555-5555-4555-8555-000000000003',
  roleName: 'SuperAdmin',
  description: 'Everything',
  userCount: 2,
  isEditable: false,
});
const COPY = `POST /roles/${nurse.roleId}/permissions/copy`;
const MEMBERS = `/roles/${staff.roleId}/users`;

async function list(answer: Answer = { body: [staff, nurse, superAdmin] }) {
  const server = permissionServer();
  server.on('GET /roles/permissions/summary', answer);
  const page = await showPage({
    server,
    pages: { '/admin/permissions/roles': RolePermissionsPage },
    at: '/admin/permissions/roles',
  });
  return { ...page, server };
}
const rowOf = async (description: string) =>
  within((await screen.findByText(description)).closest('tr') ?? document.createElement('tr'));

const headers = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('role list', () => {
  it('shows the last change in the practice’s time zone', async () => {
    await list();
    expect(await (await rowOf('Front desk')).findByText('11/20/2026 9:30 PM')).toBeTruthy();
    expect((await rowOf('Takes vital signs')).getByText('Never')).toBeTruthy();
  });

  it('shows permission and user counts, with a link to the permissions', async () => {
    await list();
    await rowOf('Front desk');
    expect(headers(screen.getByRole('table'))).toEqual([
      'Role',
      'Description',
      'Permissions',
      'Users',
      'Last Modified',
      'Actions',
    ]);
    const row = screen.getByText('Front desk').closest('tr');
    expect(row?.textContent).toContain(`${staff.grantedPermissions}/${staff.totalPermissions}`);
    expect(screen.getByLabelText('Manage permissions Staff').getAttribute('href')).toBe(
      `/admin/permissions/roles/${staff.roleId}`,
    );
  });

  it('shows an error if the roles cannot be loaded', async () => {
    await list({ status: 400, body: {} });
    expect(await screen.findByText('Failed to load role permissions')).toBeTruthy();
  });

  it('shows an empty state', async () => {
    await list({ body: [] });
    expect(await screen.findByText('No roles found')).toBeTruthy();
  });

  it('confirms that the cache was cleared, or shows an error', async () => {
    const { user, server } = await list();
    server.on('POST /permissions/cache/clear', { body: { clearedAt: '2026-11-21T15:00:00.000Z' } });
    await user.click(screen.getByText('Clear Cache'));
    expect(await screen.findAllByText('All open screens are reloading their permissions')).not.toHaveLength(
      0,
    );
    server.on('POST /permissions/cache/clear', { status: 500, body: {} });
    await user.click(screen.getByText('Clear Cache'));
    expect(await screen.findAllByText(/^Failed to clear the cache/)).not.toHaveLength(0);
  });
});

async function openCopy() {
  const page = await list();
  page.server.on(`${COPY}/preview`, { body: aRolePreview() });
  await page.user.click(await screen.findByLabelText('Copy permissions Staff'));
  const dialog = within(await screen.findByRole('dialog'));
  const chooseTarget = async () => {
    await page.user.click(dialog.getByRole('combobox', { name: /^Target role/ }));
    await page.user.click(await screen.findByRole('option', { name: /^Medical Assistant/ }));
  };
  const submit = dialog.getByText<HTMLButtonElement>('Copy Permissions', { selector: 'button' });
  const giveReason = (reason = REASON) => fillIn(page.user, dialog.getByLabelText(/^Reason/), reason);
  return { ...page, dialog, chooseTarget, submit, giveReason };
}

describe('copying role permissions', () => {
  it('does not offer the role itself or roles that cannot be edited', async () => {
    const { user, dialog } = await openCopy();
    await user.click(dialog.getByRole('combobox', { name: /^Target role/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Medical AssistantTakes vital signs']);
  });

  it('requires a target role, its preview and a reason', async () => {
    const { dialog, chooseTarget, submit, giveReason } = await openCopy();
    await giveReason();
    expect(submit.disabled).toBe(true);
    await chooseTarget();
    expect(await dialog.findByText('3 users gain it')).toBeTruthy();
    expect(submit.disabled).toBe(false);
    await giveReason(' ');
    expect(submit.disabled).toBe(true);
  });

  it('disables copying between roles with the same permissions', async () => {
    const { server, dialog, chooseTarget, submit, giveReason } = await openCopy();
    server.on(`${COPY}/preview`, { body: aRolePreview({ changes: [] }) });
    await giveReason();
    await chooseTarget();
    expect(await dialog.findByText('No changes: both roles have the same permissions.')).toBeTruthy();
    expect(submit.disabled).toBe(true);
  });

  it('names the work that would wait for nobody, and gives it to the chosen person', async () => {
    const { server, user, dialog, chooseTarget, submit, giveReason } = await openCopy();
    server.on(`${COPY}/preview`, { body: aRolePreview({ waitingWork: [aWorkSection()] }) });
    await chooseTarget();
    const work = await dialog.findByRole('list', { name: 'Waiting work' });
    expect(work.textContent).toContain('MSG-2026-000007, Quill, Ida (for Ann Smith)');
    await chooseTaker(user, server);
    await giveReason();
    server.on(COPY, { body: aRole({ ...nurse }) });
    await waitFor(() => expect(submit.disabled).toBe(false));
    await user.click(submit);
    await screen.findAllByText('Permissions copied from Staff to Medical Assistant');
    expect(server.calls.findLast(({ path }) => path.endsWith('/copy'))?.body).toMatchObject({
      reassignTo: TAKER.id,
    });
  });

  it('shows why a copy was refused, keeps the input, and sends it again on retry', async () => {
    const { server, user, dialog, chooseTarget, submit, giveReason } = await openCopy();
    server.on(COPY, { status: 409, body: { message: 'Someone else changed this role.', code: 'CONFLICT' } });
    await chooseTarget();
    await giveReason();
    await waitFor(() => expect(submit.disabled).toBe(false));
    await user.click(submit);
    expect(await dialog.findByText('Someone else changed this role.')).toBeTruthy();
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    expect(dialog.getByText('Medical Assistant')).toBeTruthy();
    server.on(COPY, { body: aRole({ ...nurse }) });
    await user.click(submit);
    expect(await screen.findAllByText('Permissions copied from Staff to Medical Assistant')).not.toHaveLength(
      0,
    );
    const body = { sourceRoleId: staff.roleId, reason: REASON, reassignTo: null };
    const sent = server.calls.filter(({ path }) => path.endsWith('/copy')).map((call) => call.body);
    expect(sent).toEqual([body, body]);
  });
});

const member = (index: number): RoleMember => ({
  id: `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
  userName: `member${index}`,
  firstName: 'Mem',
  lastName: `Ber ${index}`,
  title: null,
  email: `member${index}@practice.example`,
  isActive: true,
  lastLoginDate: null,
  createdAt: '2026-01-01T03:00:00.000Z',
});
async function openMembers(answer: Answer) {
  const page = await list();
  page.server.on(`GET ${MEMBERS}`, answer);
  await page.user.click(await screen.findByText('4 users'));
  const dialog = within(await screen.findByRole('dialog'));
  const asked = () =>
    Object.fromEntries(page.server.calls.findLast(({ path }) => path === MEMBERS)?.query ?? []);
  return { ...page, dialog, asked };
}

describe('role members', () => {
  it('shows Member Since as a date in the practice’s time zone', async () => {
    const { dialog } = await openMembers({ body: { users: [member(1)], totalCount: 1 } });
    const row = (await dialog.findByText('member1')).closest('tr');
    await waitFor(() => expect(row?.textContent).toContain('12/31/2025'));
  });

  it('shows account and last login, with a link to the user', async () => {
    const { dialog } = await openMembers({ body: { users: [member(1)], totalCount: 1 } });
    const row = (await dialog.findByText('member1')).closest('tr');
    expect(headers(dialog.getByRole('table'))).toEqual([
      'Username',
      'Name',
      'Email',
      'Status',
      'Last Login',
      'Member Since',
      'Actions',
    ]);
    expect(row?.textContent).toContain('Never');
    expect(row?.querySelector('a[aria-label^="View "]')?.getAttribute('href')).toBe(`/users/${member(1).id}`);
  });

  it('searches and pages on the server, and returns to the first page on a new search', async () => {
    const { user, dialog, asked } = await openMembers({ body: { users: [member(1)], totalCount: 25 } });
    await dialog.findByText('member1');
    expect(asked()).toEqual({ page: '1', pageSize: '10' });
    await user.click(dialog.getByLabelText('Go to next page'));
    await waitFor(() => expect(asked()).toEqual({ page: '2', pageSize: '10' }));
    await fillIn(user, dialog.getByLabelText('Search members'), ' ber ');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toEqual({ page: '1', pageSize: '10', searchTerm: 'ber' }));
    await user.click(dialog.getByLabelText('Show inactive'));
    await waitFor(() => expect(asked()).toMatchObject({ searchTerm: 'ber', includeInactive: 'true' }));
    await user.click(dialog.getByText('Clear Filters'));
    expect(dialog.getByLabelText('Show inactive')).toHaveProperty('checked', false);
    expect(dialog.getByLabelText('Search members')).toHaveProperty('value', '');
  });

  it('distinguishes a role without members from a search without matches', async () => {
    const { user, dialog } = await openMembers({ body: { users: [], totalCount: 0 } });
    expect(await dialog.findByText('No members')).toBeTruthy();
    await fillIn(user, dialog.getByLabelText('Search members'), 'nobody');
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('No members found matching your search')).toBeTruthy();
  });

  it('loads again on Retry after a failure', async () => {
    const { server, user, dialog } = await openMembers({ status: 500, body: {} });
    expect(await dialog.findByText('Failed to load role members')).toBeTruthy();
    server.on(`GET ${MEMBERS}`, { body: { users: [member(1)], totalCount: 1 } });
    await user.click(dialog.getByText('Retry'));
    expect(await dialog.findByText('member1')).toBeTruthy();
  });
});
