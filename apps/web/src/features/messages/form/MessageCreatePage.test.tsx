import type { PatientRow } from '@portal/contract/patients';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteServerTime } from '#lib/server-clock.ts';
import {
  ADA,
  aMessage,
  ME,
  MESSAGE_CALL,
  MESSAGE_ID,
  messageServer,
  showMessages,
} from '../test/message-fixtures.ts';

const NOW = new Date('2026-11-21T17:00:40.000Z');
const ROW: PatientRow = {
  ...ADA,
  dateOfBirth: '1980-03-04',
  isDeceased: false,
  dateOfDeath: null,
  gender: null,
  city: null,
  state: null,
  zipCode: null,
  phone: '4105550142',
  email: null,
  insuranceProvider: null,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

const serverWithPatients = (...data: readonly PatientRow[]) => {
  const server = messageServer();
  server.on('GET /patient', { body: { data, totalCount: data.length, totalCountIsApproximate: false } });
  server.on('POST /phonemessage', { status: 201, body: aMessage() });
  return server;
};
async function create(
  permissions: Parameters<typeof showMessages>[1] = ['Message.Create', 'Patient.View'],
  at = '/messages/new',
  server = serverWithPatients(ROW),
) {
  const page = await showMessages(at, permissions, server);
  await screen.findByLabelText(/^Caller Name/);
  return page;
}
type User = Awaited<ReturnType<typeof create>>['user'];

const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
/** Pastes text, because simulating each keystroke is slow. */
async function write(user: User, name: RegExp, text: string) {
  await user.click(box(name));
  await user.paste(text);
}
async function fillIn(user: User) {
  await write(user, /^Caller Name/, 'Ida Quill');
  await user.click(screen.getByLabelText('Billing'));
  await write(user, /^Message/, 'Asks for an invoice');
}
/** Waits until the search delay has passed. */
const pause = () => vi.advanceTimersByTimeAsync(250);
const save = (user: User) => user.click(screen.getByText('Save'));

describe('new message', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('starts with the current time, Normal and unassigned, and is sent once with its idempotency key', async () => {
    const { user, sent, server, router } = await create();
    await fillIn(user);
    await save(user);
    await screen.findByText('MSG-2026-000001 was saved', { selector: 'output span' });
    expect(sent('POST /phonemessage')).toEqual([
      {
        category: 'Billing',
        callerName: 'Ida Quill',
        callerPhone: null,
        patientId: null,
        message: 'Asks for an invoice',
        callDateTime: '2026-11-21T17:00:00.000Z',
        priority: 'Normal',
        assignedToUserId: null,
        followUpToId: null,
      },
    ]);
    const post = server.calls.find(({ method }) => method === 'POST');
    expect(post?.headers.get('idempotency-key')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/messages'));
  });

  it('starts with the server’s time if the clock of the computer is wrong', async () => {
    onTestFinished(() => noteServerTime(new Date().toISOString()));
    vi.setSystemTime(Date.parse('2020-01-01T00:00:00Z'));
    noteServerTime('2026-11-21T17:00:30.000Z');
    await create();
    await waitFor(() => expect(box(/^Call Time/).value).toBe('11/21/2026 12:00 PM'));
  });

  it('shows required errors at the fields and sends nothing', async () => {
    const { user, sent } = await create();
    await save(user);
    for (const text of ['Caller name is required', 'Choose a category', 'Message is required'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent('POST /phonemessage')).toEqual([]);
  });

  it('refuses an incomplete phone number or time before sending', async () => {
    const { user, sent } = await create();
    await fillIn(user);
    await write(user, /^Caller Phone/, '410555');
    await user.clear(box(/^Call Time/));
    await write(user, /^Call Time/, '11/21/2026');
    await save(user);
    expect(
      await screen.findByText('Enter one US number with its area code, such as (555) 123-4567 ext. 89'),
    ).toBeTruthy();
    expect(screen.getByText('Enter a date and time such as 03/01/2027 8:30 AM')).toBeTruthy();
    expect(sent('POST /phonemessage')).toEqual([]);
  });

  it('shows field errors from the server and keeps the entries', async () => {
    const { user, server, router } = await create();
    server.on('POST /phonemessage', {
      status: 400,
      body: {
        message: 'Some fields need attention.',
        errors: {
          callDateTime: ['Call time cannot be in the future'],
          patientId: ['This patient is unknown'],
        },
      },
    });
    await fillIn(user);
    await save(user);
    expect(await screen.findByText('Call time cannot be in the future')).toBeTruthy();
    expect(box(/^Call Time/).getAttribute('aria-invalid')).toBe('true');
    expect(box(/^Message/).value).toBe('Asks for an invoice');
    expect(router.state.location.pathname).toBe('/messages/new');
  });

  it('can be saved again after a failure with the same idempotency key', async () => {
    const { user, server } = await create();
    server.on('POST /phonemessage', { status: 500 });
    await fillIn(user);
    await save(user);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save message');
    server.on('POST /phonemessage', { status: 201, body: aMessage() });
    await save(user);
    await screen.findByText('MSG-2026-000001 was saved', { selector: 'output span' });
    const keys = server.calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('can be assigned on creation by users who may assign, searching by any part of the name', async () => {
    const { user, sent } = await create(['Message.Create', 'Message.Assign']);
    await fillIn(user);
    await user.click(screen.getByRole('combobox', { name: 'Assign To' }));
    await user.paste('jane doe');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Doe, Jane']);
    await user.keyboard('{Enter}');
    await save(user);
    await waitFor(() => expect(sent('POST /phonemessage')).toMatchObject([{ assignedToUserId: ME.id }]));
  });

  it('hides assignee and patient fields without the permissions', async () => {
    const { user, server } = await create(['Message.Create']);
    await write(user, /^Caller Phone/, '4105550142');
    expect(screen.queryByLabelText('Assign To')).toBeNull();
    expect(screen.queryByLabelText('Patient')).toBeNull();
    expect(screen.queryByLabelText('Patients with this number')).toBeNull();
    expect(server.countOf('GET /user/assignable')).toBe(0);
  });
});

describe('patient suggestions by phone number', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('are searched from seven digits on, without the country code', async () => {
    const { user, server } = await create();
    await write(user, /^Caller Phone/, '410555');
    await pause();
    expect(server.countOf('GET /patient')).toBe(0);
    await user.clear(box(/^Caller Phone/));
    await write(user, /^Caller Phone/, '14105550');
    await pause();
    await waitFor(() => expect(server.countOf('GET /patient')).toBe(1));
    expect(server.calls.at(-1)?.query.get('search')).toBe('4105550');
  });

  it('match by phone digits; a selected patient is not offered again', async () => {
    const other = {
      ...ROW,
      id: MESSAGE_ID,
      lastName: 'Other',
      phone: '2025550142',
      medicalRecordNumber: '41055501',
    };
    const { user } = await create(undefined, '/messages/new', serverWithPatients(ROW, other));
    await write(user, /^Caller Phone/, '4105550142');
    await pause();
    await user.click(await screen.findByText('Moss, Ada (00000042), born 03/04/1980'));
    expect(box(/^Caller Name/).value).toBe('Ada Moss');
    expect(box(/^Patient/).value).toContain('Moss, Ada');
    expect(screen.getByLabelText('Patients with this number').textContent).toBe('');
    expect(document.activeElement).toBe(box(/^Caller Name/));
  });

  it('do not replace a caller name that was entered', async () => {
    const { user, sent } = await create();
    await fillIn(user);
    await write(user, /^Caller Phone/, '4105550142');
    await pause();
    await user.click(await screen.findByText('Moss, Ada (00000042), born 03/04/1980'));
    await save(user);
    await waitFor(() =>
      expect(sent('POST /phonemessage')).toMatchObject([
        { callerName: 'Ida Quill', callerPhone: '4105550142', patientId: ADA.id },
      ]),
    );
  });
});

describe('follow-up', () => {
  const AT = `/messages/new?followUpToId=${MESSAGE_ID}`;

  it('copies caller, patient, category and priority, but not the message text', async () => {
    const server = serverWithPatients();
    server.on(`GET ${MESSAGE_CALL}`, { body: aMessage({ priority: 'Urgent', category: 'TestResults' }) });
    const { user, sent, router } = await create(undefined, AT, server);
    expect(box(/^Message/).value).toBe('');
    await save(user);
    expect(await screen.findByText('Message is required')).toBeTruthy();
    await write(user, /^Message/, 'Calls again');
    await save(user);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/messages/${MESSAGE_ID}`));
    expect(sent('POST /phonemessage')).toMatchObject([
      {
        category: 'TestResults',
        callerName: 'Ida Quill',
        callerPhone: '4105550142',
        patientId: ADA.id,
        priority: 'Urgent',
        message: 'Calls again',
        followUpToId: MESSAGE_ID,
      },
    ]);
  });

  it.each([
    ['to a deleted message', { status: 404, body: { message: 'Not found' } }, 'Phone message not found'],
    ['to a message that cannot be loaded', { status: 400, body: {} }, 'Phone message not found'],
    ['while the server fails', { status: 422, body: {} }, 'Failed to fetch message'],
  ])('%s cannot be started', async (_name, answer, text) => {
    const server = messageServer();
    server.on(`GET ${MESSAGE_CALL}`, answer);
    await showMessages(AT, ['Message.Create'], server);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Save')).toBeNull();
  });
});

it('offers a message without a patient if the patient does not exist', async () => {
  const server = messageServer();
  server.on(`GET /patient/${ADA.id}`, { status: 404, body: { message: 'Not found' } });
  await showMessages(`/messages/new?patientId=${ADA.id}`, ['Message.Create', 'Patient.View'], server);
  expect(await screen.findByText('Patient not found')).toBeTruthy();
  expect(screen.getByText('New message without a patient').getAttribute('href')).toBe('/messages/new');
});
