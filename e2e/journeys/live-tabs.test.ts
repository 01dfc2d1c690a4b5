import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page, WebSocket } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, visit } from '../run/page.ts';
import { readyUser, superToken } from '../run/records.ts';
import { logOut, signInOn } from '../run/sign-in.ts';

useBrowser();

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const denied = (page: Page) =>
  page.getByText('Access Denied: You do not have permission to view this page.').waitFor();

async function override(userId: string, name: PermissionName, isGranted: boolean): Promise<void> {
  const token = await superToken();
  const all = await client().succeed(permissionList, {}, token);
  const permissionId = all.find((each) => each.name === name)?.id ?? '';
  const body = { permissionId, isGranted, reason: 'Covers the front desk in March' };
  await client().succeed(userOverrideSet, { params: { id: userId }, body }, token);
}

/** The next connection of a tab, once the hub has answered on it. */
async function nextConnection(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived');
  return socket;
}

/** Somebody whom nothing but the live connection tells of a change: without messages their pages ask for nothing by themselves. */
async function quietUser() {
  const person = await readyUser();
  await override(person.user.id, 'Message.View', false);
  return person;
}

describe('one live connection serves all tabs and pages', () => {
  it('a revoked permission takes the open page and the menu entry away in every tab', async () => {
    const person = await quietUser();
    const { page, context } = await openAs(person);
    const sockets: WebSocket[] = [];
    context.on('page', (tab) => tab.on('websocket', (socket) => sockets.push(socket)));
    const first = nextConnection(page);
    await page.goto('/orders');
    await heading(page, 'Medical Orders');
    await first;
    const other = await context.newPage();
    await other.goto('/patients');
    await heading(other, 'Patients');
    await override(person.user.id, 'Order.View', false);
    await denied(page);
    for (const tab of [page, other]) await menu(tab, 'Medical Orders').waitFor({ state: 'detached' });
    await override(person.user.id, 'Patient.View', false);
    await denied(other);
    await override(person.user.id, 'Admin.ManageOffices', true);
    for (const tab of [page, other]) await menu(tab, 'Offices').waitFor();
    expect(sockets).toEqual([]);
  });

  it('when the tab that holds it is closed, another one takes over', async () => {
    const person = await quietUser();
    const { page, context } = await openAs(person);
    const first = nextConnection(page);
    await page.goto('/profile');
    await first;
    const other = await context.newPage();
    await other.goto('/orders');
    await heading(other, 'Medical Orders');
    const second = nextConnection(other);
    await page.close();
    await second;
    await override(person.user.id, 'Order.View', false);
    await denied(other);
  });

  it('stays open from page to page, closes with signing out in any tab, and opens anew for the next user', async () => {
    const person = await quietUser();
    const { page, context } = await openAs(person);
    const first = nextConnection(page);
    await page.goto('/');
    const socket = await first;
    await page.getByText('Live', { exact: true }).waitFor();
    await visit(page, '/patients');
    await heading(page, 'Patients');
    const other = await context.newPage();
    await other.goto('/');
    await other.getByText('Live', { exact: true }).waitFor();
    expect(socket.isClosed()).toBe(false);
    const closed = socket.waitForEvent('close');
    await logOut(other);
    await closed;
    await page.waitForURL('**/login');
    const next = await quietUser();
    const opened = Promise.race([nextConnection(page), nextConnection(other)]);
    await signInOn(other, next);
    await opened;
    await visit(other, '/orders');
    await heading(other, 'Medical Orders');
    await override(next.user.id, 'Order.View', false);
    await denied(other);
    await menu(page, 'Medical Orders').waitFor({ state: 'detached' });
  });
});
