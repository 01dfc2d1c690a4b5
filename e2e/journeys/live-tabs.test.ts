import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page, WebSocket } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { readyUser } from '../support/records.ts';
import { logOut, signInOn } from '../support/sign-in.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const denied = (page: Page) =>
  page.getByText('Access Denied: You do not have permission to view this page.').waitFor();

async function override(api: Api, userId: string, name: PermissionName, isGranted: boolean): Promise<void> {
  const token = await api.superToken();
  const all = await api.succeed(permissionList, {}, token);
  const permissionId = all.find((each) => each.name === name)?.id ?? '';
  const body = { permissionId, isGranted, reason: 'Covers the front desk in March' };
  await api.succeed(userOverrideSet, { params: { id: userId }, body }, token);
}

/** The next connection of a tab, once the hub has responded. */
async function nextConnection(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived');
  return socket;
}

/** A user who learns of changes only through the live connection: without message permissions, their pages do not poll. */
async function quietUser(api: Api) {
  const person = await readyUser(api);
  await override(api, person.user.id, 'Message.View', false);
  return person;
}

test.describe('one live connection serves all tabs and pages', () => {
  test('a revoked permission removes the open page and the menu entry in every tab', async ({
    openAs,
    api,
  }) => {
    const person = await quietUser(api);
    const { page, context } = await openAs(person);
    const sockets: WebSocket[] = [];
    context.on('page', (tab) => tab.on('websocket', (socket) => sockets.push(socket)));
    const first = nextConnection(page);
    await page.goto('/orders');
    await expect(heading(page, 'Medical Orders')).toBeVisible();
    await first;
    const other = await context.newPage();
    await other.goto('/patients');
    await expect(heading(other, 'Patients')).toBeVisible();
    await override(api, person.user.id, 'Order.View', false);
    await denied(page);
    for (const tab of [page, other]) await expect(menu(tab, 'Medical Orders')).toBeHidden();
    await override(api, person.user.id, 'Patient.View', false);
    await denied(other);
    await override(api, person.user.id, 'Admin.ManageOffices', true);
    for (const tab of [page, other]) await expect(menu(tab, 'Offices')).toBeVisible();
    expect(sockets).toEqual([]);
  });

  test('another tab takes over when the tab with the connection is closed', async ({ openAs, api }) => {
    const person = await quietUser(api);
    const { page, context } = await openAs(person);
    const first = nextConnection(page);
    await page.goto('/profile');
    await first;
    const other = await context.newPage();
    await other.goto('/orders');
    await expect(heading(other, 'Medical Orders')).toBeVisible();
    const second = nextConnection(other);
    await page.close();
    await second;
    await override(api, person.user.id, 'Order.View', false);
    await denied(other);
  });

  test('stays open across pages, closes on sign-out in any tab, and opens again for the next user', async ({
    openAs,
    api,
  }) => {
    const person = await quietUser(api);
    const { page, context } = await openAs(person);
    const first = nextConnection(page);
    await page.goto('/');
    const socket = await first;
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await visit(page, '/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/');
    await expect(other.getByText('Live', { exact: true })).toBeVisible();
    expect(socket.isClosed()).toBe(false);
    const closed = socket.waitForEvent('close');
    await logOut(other);
    await closed;
    await page.waitForURL('**/login');
    const next = await quietUser(api);
    const opened = Promise.race([nextConnection(page), nextConnection(other)]);
    await signInOn(other, next);
    await opened;
    await visit(other, '/orders');
    await expect(heading(other, 'Medical Orders')).toBeVisible();
    await override(api, next.user.id, 'Order.View', false);
    await denied(other);
    await expect(menu(page, 'Medical Orders')).toBeHidden();
  });
});
