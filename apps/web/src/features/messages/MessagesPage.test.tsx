import type { PhoneMessageRecord } from '@portal/contract/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FakeServer } from '#lib/test/fake-server.ts';
import {
  aCompletedMessage,
  ADA,
  aListOf,
  aMessage,
  MESSAGE_ID,
  messageServer,
  PRIYA,
  showMessages,
} from './test/message-fixtures.ts';

/** Noon in the practice's time zone. */
const NOW = new Date('2026-11-21T17:00:00.000Z');
const agoMinutes = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const serverWithList = (...messages: readonly PhoneMessageRecord[]) => {
  const server = messageServer();
  server.on('GET /phonemessage', aListOf(...messages));
  return server;
};
const lastQuery = (server: FakeServer) =>
  Object.fromEntries(server.calls.findLast(({ path }) => path === '/phonemessage')?.query ?? []);

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
/** The links to a message or a new one. */
const links = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent)
    .filter((name) => name.endsWith(' MSG-2026-000001') || name === 'New Message');

/** The cell text under a column heading. */
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

it('shows caller, call time, text and Unassigned in its columns', async () => {
  await showMessages('/messages', []);
  const row = await rowOf('Ida Quill');
  expect(headers()).toEqual([
    'Message #',
    'Category',
    'Caller',
    'Patient',
    'Message',
    'Call Time',
    'Priority',
    'Status',
    'Assigned To',
    'Actions',
  ]);
  expect(await row.findByText('11/21/2026 10:00')).toBeTruthy();
  for (const text of ['Medical', '(410) 555-0142', 'Please call back', 'Normal', 'New', 'Unassigned'])
    expect(row.getByText(text)).toBeTruthy();
});

describe('filters', () => {
  it('sends the filters of the URL and ignores unknown values', async () => {
    const { server } = await showMessages('/messages?status=RequiresFollowUp&priority=Extreme&page=2', []);
    await screen.findByText('Ida Quill');
    expect(lastQuery(server)).toEqual({
      page: '2',
      pageSize: '20',
      myMessages: 'false',
      status: 'RequiresFollowUp',
    });
    expect(screen.getByRole('combobox', { name: 'Priority' }).textContent).toBe('All');
  });

  it('requests the user’s messages with My Messages Only, from the first page, and keeps it in the URL', async () => {
    const { server, user, router } = await showMessages('/messages?page=2', []);
    await screen.findByText('Ida Quill');
    await user.click(screen.getByLabelText('My Messages Only'));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ page: '1', myMessages: 'true' }));
    expect(router.state.location.search).toBe('?myMessages=true');
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ myMessages: 'false' }));
    expect(screen.getByLabelText('My Messages Only')).toHaveProperty('checked', false);
  });

  it.each([
    ['/messages', 'No phone messages found'],
    ['/messages?priority=Urgent', 'No phone messages match the filters'],
  ])('%s shows "%s" when empty', async (at, text) => {
    await showMessages(at, [], serverWithList());
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows an error and reloads on Retry', async () => {
    const server = messageServer();
    server.on('GET /phonemessage', { status: 400 });
    const { user } = await showMessages('/messages', [], server);
    expect(await screen.findByText('Failed to fetch messages')).toBeTruthy();
    server.on('GET /phonemessage', aListOf(aMessage()));
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('Ida Quill')).toBeTruthy();
  });
});

it('names the former assignee of an unassigned message, and shows only unassigned ones on request', async () => {
  const server = serverWithList(
    aMessage({
      status: 'InProgress',
      formerAssignee: { id: PRIYA.id, firstName: 'Priya', lastName: 'Raman' },
    }),
  );
  const { user } = await showMessages('/messages', [], server);
  const row = await rowOf('Ida Quill');
  expect(row.getByText('Unassigned (was Priya Raman, who can no longer open it)')).toBeTruthy();
  expect(lastQuery(server)).not.toHaveProperty('unassigned');
  await user.click(screen.getByLabelText('Unassigned Only'));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ unassigned: 'true' }));
});

describe('waiting time', () => {
  it.each([
    ['Urgent', 60, 'Waiting 1 h', 'Overdue 1 h 1 min'],
    ['High', 4 * 60, 'Waiting 4 h', 'Overdue 4 h 1 min'],
    ['Normal', 24 * 60, 'Waiting 1 d', 'Overdue 1 d'],
    ['Low', 72 * 60, 'Waiting 3 d', 'Overdue 3 d'],
  ] as const)(
    '%s may wait %i minutes and is overdue after that',
    async (priority, minutes, atLimit, after) => {
      const callerPhone = null;
      const just = aMessage({ callerPhone, priority, callerName: 'Just', callDateTime: agoMinutes(minutes) });
      const late = { ...just, id: ADA.id, callerName: 'Late', callDateTime: agoMinutes(minutes + 1) };
      await showMessages('/messages', [], serverWithList(just, late));
      expect((await rowOf('Just')).getByText(atLimit)).toBeTruthy();
      expect((await rowOf('Late')).getByText(after)).toBeTruthy();
      expect((await rowOf('Just')).getByText(priority)).toBeTruthy();
    },
  );

  it('shows no waiting time for a completed message', async () => {
    const old = aCompletedMessage({ callDateTime: '2026-01-05T15:04:00.000Z' });
    await showMessages('/messages', [], serverWithList(old));
    expect(await screen.findByText('01/05/2026 10:04')).toBeTruthy();
    expect(screen.queryByText(/^(Waiting|Overdue)/)).toBeNull();
  });
});

describe('permissions', () => {
  it.each([
    [[], ['View MSG-2026-000001']],
    [['Message.Create'], ['New Message', 'View MSG-2026-000001']],
    [['Message.Edit'], ['View MSG-2026-000001', 'Edit MSG-2026-000001', 'Complete MSG-2026-000001']],
    [['Message.Assign'], ['View MSG-2026-000001', 'Assign MSG-2026-000001']],
    // Delete is only on the message page.
    [['Message.Delete'], ['View MSG-2026-000001']],
  ] as const)('offers only the permitted actions with %j', async (permissions, names) => {
    await showMessages('/messages', permissions);
    await screen.findByText('Ida Quill');
    expect(links()).toEqual(names);
  });

  it('links number, text and actions to the pages of the message', async () => {
    await showMessages('/messages', ['Message.Create', 'Message.Edit', 'Message.Assign']);
    const row = await rowOf('Ida Quill');
    const addresses = row.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(
      ['', '', '', '/edit', '/assign', '/complete'].map((end) => `/messages/${MESSAGE_ID}${end}`),
    );
    expect(screen.getByText('New Message').getAttribute('href')).toBe('/messages/new');
  });

  it('offers only View for a completed message', async () => {
    const permissions = ['Message.Edit', 'Message.Assign'] as const;
    await showMessages('/messages', permissions, serverWithList(aCompletedMessage()));
    await screen.findByText('Ida Quill');
    expect(links()).toEqual(['View MSG-2026-000001']);
    for (const name of ['Edit', 'Assign', 'Complete'])
      expect(screen.getByLabelText(`${name} MSG-2026-000001`)).toHaveProperty('disabled', true);
  });

  it('links the patient for users who may view patients; a message without a patient shows a dash', async () => {
    const server = serverWithList(aMessage(), aMessage({ id: ADA.id, patient: null }));
    await showMessages('/messages', ['Patient.View'], server);
    expect((await screen.findByRole('link', { name: 'Moss, Ada' })).getAttribute('href')).toBe(
      `/patients/${ADA.id}`,
    );
    expect(screen.getByText('—')).toBeTruthy();
  });

  it('shows the patient without a link otherwise', async () => {
    await showMessages('/messages', []);
    expect((await screen.findByText('Moss, Ada')).closest('a')).toBeNull();
    expect(screen.getByText('MRN 00000042')).toBeTruthy();
  });
});
