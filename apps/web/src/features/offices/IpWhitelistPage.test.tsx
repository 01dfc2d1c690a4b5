import type { IpWhitelistEntry } from '@portal/contract/offices';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type SeenCall } from '#lib/test/fake-server.ts';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { IpWhitelistPage } from './IpWhitelistPage.tsx';
import { anEntry, anOffice } from './test/office-fixtures.ts';

const office = anOffice();
const LIST = `/office/${office.id}/ip-whitelist`;
const LOCKOUT = 'This list does not include your own IP address (10.0.0.9). Save anyway?';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const entries = [
  anEntry(),
  anEntry({ id: '33333333-3333-4333-8333-000000000001', ipAddress: '10.0.0.1', expiresAt: inHours(1) }),
  anEntry({ id: '33333333-3333-4333-8333-000000000002', ipAddress: '10.0.0.2', expiresAt: inHours(-1) }),
];

const rows = () =>
  Array.from(document.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent).slice(0, 5),
  );

async function whitelist(listed: readonly IpWhitelistEntry[] = entries) {
  const server = createFakeServer();
  server.on(`GET /office/${office.id}`, { body: office });
  server.on(`GET ${LIST}`, { body: listed });
  const page = await showPage({
    server,
    pages: { '/offices/:id/ip-whitelist': IpWhitelistPage },
    at: `/offices/${office.id}/ip-whitelist`,
    permissions: ['Admin.ManageOffices'],
  });
  await screen.findByText('10.0.0.1');
  const bodies = (method: string) =>
    server.calls.filter((call) => call.method === method).map(({ body }) => body);
  return { ...page, server, bodies };
}

/** Server response that asks for confirmation unless it was sent. */
const asksFirst = (isConfirmed: (seen: SeenCall) => boolean, answer: object) => (seen: SeenCall) =>
  isConfirmed(seen) ? answer : { status: 409, body: { message: LOCKOUT, code: 'CONFIRMATION_REQUIRED' } };
const hasFlag = ({ body }: SeenCall) => JSON.stringify(body).includes('"confirmLockout":true');
// By text or label, because role queries on a whole table are slow in jsdom.
const button = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });
const icon = (name: string) => screen.getByLabelText(name);
const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
async function inDialog(title: RegExp) {
  const dialog = (await screen.findByText(title, { selector: 'h2' })).closest<HTMLElement>(
    '[role="alertdialog"]',
  );
  if (dialog === null) throw new Error(`There is no dialog ${String(title)}`);
  return within(dialog);
}

describe('IP whitelist', () => {
  it('shows the office in its title and links back to the list', async () => {
    await whitelist();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('IP Whitelist - Main Street');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/offices');
  });

  it('lists address, description, expiration and creation, and each entry as Expired, Active or No Expiry', async () => {
    await whitelist();
    expect(Array.from(document.querySelectorAll('thead th'), ({ textContent }) => textContent)).toEqual([
      'IP Address',
      'Description',
      'Expires',
      'Added',
      'Status',
      'Actions',
    ]);
    const time = expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M$/);
    await waitFor(() =>
      expect(rows()).toEqual([
        ['203.0.113.7', 'Front desk', 'Never', time, 'No Expiry'],
        ['10.0.0.1', 'Front desk', time, time, 'Active'],
        ['10.0.0.2', 'Front desk', time, time, 'Expired'],
      ]),
    );
  });

  it('adds an address; Add is disabled without one and refuses an invalid one', async () => {
    const { user, server, bodies } = await whitelist();
    await user.click(button('Add IP Address'));
    expect(await screen.findByText('Enter a valid IPv4 address')).toBeTruthy();
    expect(button('Add').disabled).toBe(true);
    await user.type(box(/^IP Address/), '300.1.1.1');
    expect(button('Add').disabled).toBe(false);
    await user.click(button('Add'));
    expect(await screen.findByText(/^Enter a valid IPv4 or IPv6 address/)).toBeTruthy();
    await user.clear(box(/^IP Address/));
    await user.type(box(/^IP Address/), '10.0.0.3');
    server.on(`POST ${LIST}`, { status: 201, body: anEntry({ ipAddress: '10.0.0.3' }) });
    await user.click(button('Add'));
    await screen.findByText('10.0.0.3 was added', { selector: 'output span' });
    expect(bodies('POST')).toEqual([{ ipAddress: '10.0.0.3', description: null, expiresAt: null }]);
  });

  it('refuses an expiration in the past and a partly typed one', async () => {
    const { user, bodies } = await whitelist();
    await user.click(button('Add IP Address'));
    await user.type(box(/^IP Address/), '10.0.0.3');
    await user.type(box(/^Description/), 'Lab');
    await user.type(box(/^Expires/), '01012020');
    await user.click(button('Add'));
    expect(await screen.findByText('Enter a date and time such as 03/01/2027 8:30 AM')).toBeTruthy();
    await user.type(box(/^Expires/), '0900am');
    expect(await screen.findByText('Expiration must be in the future')).toBeTruthy();
    expect(box(/^Description/).value).toBe('Lab');
    expect(bodies('POST')).toEqual([]);
  });

  it('locks the address on edit and lets an expired date stay', async () => {
    const { user, server, bodies } = await whitelist();
    await user.click(icon('Edit 10.0.0.2'));
    await screen.findByText(/delete this entry and add it again/);
    expect(box(/^IP Address/).disabled).toBe(true);
    await user.type(box(/^Description/), ' 2');
    server.on(`PUT ${LIST}/${entries[2]?.id}`, { body: entries[2] });
    await user.click(button('Save'));
    await screen.findByText('10.0.0.2 was changed', { selector: 'output span' });
    expect(bodies('PUT')).toEqual([
      { description: 'Front desk 2', expiresAt: entries[2]?.expiresAt, version: 1 },
    ]);
  });

  it('deletes after confirmation', async () => {
    const { user, server } = await whitelist();
    await user.click(icon('Delete 10.0.0.1'));
    server.on(`DELETE ${LIST}/${entries[1]?.id}`, { status: 204 });
    await user.click((await inDialog(/Delete IP address/)).getByText('Delete'));
    await screen.findByText('10.0.0.1 was deleted', { selector: 'output span' });
    expect(server.countOf(`DELETE ${LIST}/${entries[1]?.id}`)).toBe(1);
  });
});

describe('IP whitelist over time', () => {
  withFakeTime('2026-11-21T15:00:00Z');

  it('shows an entry as Expired once its expiration has passed', async () => {
    await whitelist([anEntry({ ipAddress: '10.0.0.1', expiresAt: inHours(0.5) })]);
    expect(screen.getByText('Active')).toBeTruthy();
    await pass(30 * 60_000);
    expect(screen.getByText('Expired')).toBeTruthy();
  });
});

describe('IP whitelist that would lock out the user', () => {
  it('is saved after confirmation', async () => {
    const { user, server, bodies } = await whitelist();
    server.on(`POST ${LIST}`, asksFirst(hasFlag, { status: 201, body: anEntry({ ipAddress: '10.0.0.3' }) }));
    await user.click(button('Add IP Address'));
    await user.type(box(/^IP Address/), '10.0.0.3{Enter}');
    const dialog = await inDialog(/Lock yourself out/);
    expect(dialog.getByText(LOCKOUT)).toBeTruthy();
    await user.click(dialog.getByText('Save anyway'));
    await screen.findByText('10.0.0.3 was added', { selector: 'output span' });
    expect(bodies('POST')[1]).toMatchObject({ ipAddress: '10.0.0.3', confirmLockout: true });
  });

  it('is not saved when declined, and keeps the input', async () => {
    const { user, server, bodies } = await whitelist();
    server.on(`POST ${LIST}`, asksFirst(hasFlag, {}));
    await user.click(button('Add IP Address'));
    await user.type(box(/^IP Address/), '10.0.0.3{Enter}');
    await user.click((await inDialog(/Lock yourself out/)).getByText('Cancel'));
    expect(await screen.findByText(/Nothing was changed/)).toBeTruthy();
    expect(box(/^IP Address/).value).toBe('10.0.0.3');
    expect(bodies('POST')).toHaveLength(1);
  });

  it('also asks for confirmation when an entry is deleted', async () => {
    const { user, server } = await whitelist();
    const path = `DELETE ${LIST}/${entries[1]?.id}`;
    server.on(
      path,
      asksFirst(({ query }) => query.get('confirmLockout') === 'true', { status: 204 }),
    );
    await user.click(icon('Delete 10.0.0.1'));
    await user.click((await inDialog(/Delete IP address/)).getByText('Delete'));
    await user.click((await inDialog(/Lock yourself out/)).getByText('Save anyway'));
    await screen.findByText('10.0.0.1 was deleted', { selector: 'output span' });
    expect(server.countOf(path)).toBe(2);
  });
});

describe('IP whitelist errors', () => {
  it.each([
    [{ status: 500 }, 'Failed to save IP whitelist entry'],
    [{ status: 422, body: { message: 'The list is full.' } }, 'The list is full.'],
    [
      { status: 422, body: { errors: { quota: ['is used up'], region: ['is closed'] } } },
      'is used up, is closed',
    ],
    [{ status: 400, body: { errors: ['Too long', 'Too odd'] } }, 'Too long, Too odd'],
    [{ status: 400, body: 'A plain text' }, 'A plain text'],
  ])(
    'show the server’s messages in order, or else the fallback, after a failed save',
    async (answer, text) => {
      const { user, server } = await whitelist();
      server.on(`POST ${LIST}`, answer);
      await user.click(button('Add IP Address'));
      await user.type(box(/^IP Address/), '10.0.0.3{Enter}');
      expect(await screen.findByText(text)).toBeTruthy();
      expect(box(/^IP Address/).value).toBe('10.0.0.3');
    },
  );

  it('show "Failed to delete IP whitelist entry" in the dialog, which allows a retry', async () => {
    const { user, server } = await whitelist();
    server.on(`DELETE ${LIST}/${entries[1]?.id}`, { status: 500 });
    await user.click(icon('Delete 10.0.0.1'));
    const dialog = await inDialog(/Delete IP address/);
    await user.click(dialog.getByText('Delete'));
    expect(await dialog.findByText('Failed to delete IP whitelist entry')).toBeTruthy();
    server.on(`DELETE ${LIST}/${entries[1]?.id}`, { status: 204 });
    await user.click(dialog.getByText('Delete'));
    await screen.findByText('10.0.0.1 was deleted', { selector: 'output span' });
  });

  it('show "Failed to load office data"', async () => {
    const server = createFakeServer();
    server.on(`GET /office/${office.id}`, { status: 500 });
    const at = `/offices/${office.id}/ip-whitelist`;
    await showPage({ server, pages: { '/offices/:id/ip-whitelist': IpWhitelistPage }, at });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load office data');
  });
});
