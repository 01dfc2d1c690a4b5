import type { PermissionAuditEntry } from '@portal/contract/permissions';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  anAuditEntry,
  aPerson,
  aRole,
  aUsersPermissions,
  ORDER_CREATE,
  permissionServer,
  REASON,
} from './test/permission-fixtures.ts';
import { PermissionAuditPage } from './PermissionAuditPage.tsx';

const LOG = '/permissions/audit-log';
const entries = (items: readonly PermissionAuditEntry[], totalCount = items.length): Answer => ({
  body: { items, totalCount, totalCountIsApproximate: false, page: 1, pageSize: 10, totalPages: 1 },
});

async function open(
  answer: Answer = entries([anAuditEntry()]),
  search = '',
  bodies: Readonly<Record<string, unknown>> = {},
) {
  const server = permissionServer();
  server.on(`GET ${LOG}`, answer);
  server.on('GET /permissions/users', { body: { users: [aPerson()], totalCount: 1 } });
  for (const [call, body] of Object.entries(bodies)) server.on(call, { body });
  const page = await showPage({
    server,
    pages: { '/admin/permissions/audit': PermissionAuditPage },
    at: `/admin/permissions/audit${search}`,
  });
  const asked = () => Object.fromEntries(server.calls.findLast(({ path }) => path === LOG)?.query ?? []);
  return { ...page, server, asked };
}
const target = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href');
const rows = () => Array.from(document.querySelectorAll('tbody tr'), ({ textContent }) => textContent);

describe('permission audit', () => {
  it('shows times in the practice’s time zone, what changed and who changed it, with links', async () => {
    const role = aRole();
    await open(
      entries([
        anAuditEntry(),
        anAuditEntry({
          id: '77777777-7777-4777-8777-000000000002',
          entityType: 'Role',
          entityId: role.roleId,
          entityName: 'Staff',
          changeType: 'RoleTemplateUpdate',
          newValue: 'Not Granted',
          affectedUserCount: 4,
        }),
      ]),
    );
    await waitFor(() =>
      expect(rows()).toEqual([
        '11/20/2026 9:30 PMUserAnn SmithOrder.CreateOverride addedGrantedJane Doe1',
        '11/20/2026 9:30 PMRoleStaffOrder.CreateRole changedNot GrantedJane Doe4',
      ]),
    );
    expect(target('Ann Smith')).toBe(`/admin/permissions/users/${aPerson().id}`);
    expect(target('Staff')).toBe(`/admin/permissions/roles/${role.roleId}`);
  });

  it.each([
    ['UserOverrideUpdated', 'Override changed'],
    ['UserOverrideRemoved', 'Override removed'],
    ['UserOverrideExpired', 'Override expired'],
  ] as const)('labels %s as “%s”', async (changeType, words) => {
    await open(entries([anAuditEntry({ changeType })]));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('expands a row with both values, the reason, and the expiration if there is one', async () => {
    const until = '2027-03-01T22:00:00.000Z';
    const { user } = await open(
      entries([
        anAuditEntry(),
        anAuditEntry({ id: '77777777-7777-4777-8777-000000000002', entityName: 'Ben Lee', expiresAt: until }),
      ]),
    );
    await user.click(await screen.findByLabelText('Details of Order.Create for Ann Smith'));
    expect(await screen.findByText(REASON)).toBeTruthy();
    expect(screen.queryByText('Expires')).toBeNull();
    await user.click(screen.getByLabelText('Details of Order.Create for Ben Lee'));
    expect(await screen.findByText('03/01/2027 5:00 PM')).toBeTruthy();
  });

  it('shows an error if it cannot be loaded', async () => {
    await open({ status: 400, body: {} });
    expect(await screen.findByText('Failed to load audit logs')).toBeTruthy();
  });

  it('distinguishes an empty audit from filters without matches', async () => {
    const { user } = await open(entries([]));
    expect(await screen.findByText('No permission changes yet')).toBeTruthy();
    await user.click(screen.getByText('Show Filters'));
    await user.click(screen.getByLabelText('Entity Type'));
    await user.click(await screen.findByRole('option', { name: 'Role' }));
    expect(await screen.findByText('No permission changes match the filters')).toBeTruthy();
    await user.click(screen.getByText('Clear Filters'));
    expect(await screen.findByText('No permission changes yet')).toBeTruthy();
  });
});

describe('permission audit filters', () => {
  it('applies the filters in the URL, and opens the filter panel', async () => {
    const { asked, user } = await open(undefined, `?entityType=User&startDate=2026-11-01&endDate=2026-11-21`);
    await screen.findByText('Ann Smith');
    expect(asked()).toEqual({
      page: '1',
      pageSize: '10',
      entityType: 'User',
      startDate: '2026-11-01',
      endDate: '2026-11-21',
    });
    expect(screen.getByText('Hide Filters').getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByText('Hide Filters'));
    expect(screen.getByText('Show Filters').getAttribute('aria-expanded')).toBe('false');
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toContain('Changed By');
  });

  it('shows filters from a link as removable chips, named after the rows', async () => {
    const { user, asked, router } = await open(
      undefined,
      `?entityId=${aPerson().id}&permissionId=${ORDER_CREATE.id}`,
    );
    const chip = await screen.findByText('Only Ann Smith');
    expect(screen.getByText('Only Order.Create')).toBeTruthy();
    const remove = chip.parentElement?.querySelector('svg');
    if (!remove) throw new Error('The chip cannot be removed');
    await user.click(remove);
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', pageSize: '10', permissionId: ORDER_CREATE.id }),
    );
    expect(router.state.location.search).toBe(`?permissionId=${ORDER_CREATE.id}`);
  });

  it('shows filters from a link as generic chips if nothing matches', async () => {
    await open(entries([]), `?entityId=${aPerson().id}&permissionId=${ORDER_CREATE.id}`);
    await screen.findByText('No permission changes match the filters');
    expect(screen.getByText('One user or role')).toBeTruthy();
    expect(screen.getByText('One permission')).toBeTruthy();
  });

  it('filters by author, found by name', async () => {
    const { user, asked } = await open();
    await user.click(await screen.findByText('Show Filters'));
    await fillIn(user, screen.getByLabelText('Changed By'), 'smith');
    await user.click(await screen.findByText('Ann Smith (asmith)'));
    await waitFor(() => expect(asked()).toMatchObject({ changedBy: aPerson().id }));
  });

  it('shows the name of an author who is only in the URL', async () => {
    const { id } = aPerson();
    await open(entries([]), `?changedBy=${id}`, { [`GET /users/${id}/permissions`]: aUsersPermissions() });
    expect(await screen.findByDisplayValue('Ann Smith (asmith)')).toBe(screen.getByLabelText('Changed By'));
  });

  it('does not request a reversed date range, and says why', async () => {
    const { server } = await open(undefined, '?startDate=2026-11-21&endDate=2026-11-01');
    expect(await screen.findByText('The end date must not be before the start date')).toBeTruthy();
    await waitFor(() => expect(server.countOf('GET /practice')).toBe(1));
    expect(server.countOf(`GET ${LOG}`)).toBe(0);
  });
});
