import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import {
  aCompletedMessage,
  aMessage,
  aStaleAnswer,
  ME,
  MESSAGE_CALL,
  MESSAGE_ID,
  messageServer,
  PRIYA,
  showMessages,
} from './test/message-fixtures.ts';

const PERMISSIONS = ['Message.Edit', 'Message.Assign', 'Message.Create', 'Patient.View'] as const;
const open = (action: 'edit' | 'assign' | 'complete', message = aMessage()) =>
  showMessages(`/messages/${MESSAGE_ID}/${action}`, PERMISSIONS, messageServer(message));
type User = Awaited<ReturnType<typeof open>>['user'];

const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const press = (user: User, name: string) => user.click(screen.getByText(name, { selector: 'button' }));

async function edit(answer: Answer = { body: aMessage({ version: 5 }) }) {
  const page = await open('edit');
  page.server.on(`PUT ${MESSAGE_CALL}`, answer);
  await page.user.type(await screen.findByLabelText(/^Caller Name/), ' Jr');
  return page;
}

describe('editing', () => {
  const theirs = aMessage({ callerName: 'Theirs', category: 'TestResults', version: 5 });
  it('sends the whole message with its version, without an assignee', async () => {
    const { user, sent, router } = await edit();
    expect(screen.queryByLabelText('Assign To')).toBeNull();
    await press(user, 'Save');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/messages/${MESSAGE_ID}`));
    expect(sent(`PUT ${MESSAGE_CALL}`)).toEqual([
      {
        category: 'Medical',
        callerName: 'Ida Quill Jr',
        callerPhone: '4105550142',
        patientId: aMessage().patient?.id,
        message: 'Please call back',
        callDateTime: '2026-11-21T15:00:00.000Z',
        priority: 'Normal',
        version: 4,
      },
    ]);
  });

  it('of a stale version shows both versions as text; "Use theirs" discards the entries', async () => {
    const { user, server, sent } = await edit(aStaleAnswer(theirs));
    await press(user, 'Save');
    expect(await screen.findByText('They saved: Test Results')).toBeTruthy();
    expect(screen.getByText('You have: Ida Quill Jr')).toBeTruthy();
    await press(user, 'Use theirs');
    expect(box(/^Caller Name/).value).toBe('Theirs');
    server.on(`PUT ${MESSAGE_CALL}`, { body: theirs });
    await press(user, 'Save');
    await waitFor(() => expect(sent(`PUT ${MESSAGE_CALL}`)).toHaveLength(2));
    expect(sent(`PUT ${MESSAGE_CALL}`)[1]).toMatchObject({ callerName: 'Theirs', version: 5 });
  });

  it('of a stale version shows the other patient, and clears ours only if theirs is chosen', async () => {
    const { user } = await edit(aStaleAnswer(aMessage({ patient: null, callerPhone: null, version: 5 })));
    await press(user, 'Save');
    expect(await screen.findByText('Caller Phone', { selector: 'dt' })).toBeTruthy();
    await press(user, 'Keep mine');
    expect(box(/^Caller Name/).value).toBe('Ida Quill Jr');
    expect(box(/^Caller Phone/).value).toBe('');
    expect(box(/^Patient/).value).toBe('');
  });

  it('shows an error on failure and keeps the entries', async () => {
    const { user } = await edit({ status: 500 });
    await press(user, 'Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save message');
    expect(box(/^Caller Name/).value).toBe('Ida Quill Jr');
  });
});

describe('assigning', () => {
  it('unassigns with null and shows it', async () => {
    const { user, server, sent } = await open(
      'assign',
      aMessage({ assignedToUser: PRIYA, status: 'InProgress' }),
    );
    await screen.findByText('Currently assigned to Priya Raman. Leave blank to unassign it.');
    server.on(`POST ${MESSAGE_CALL}/assign`, { body: aMessage({ status: 'InProgress', version: 5 }) });
    await waitFor(() => expect(box(/^Colleague/).value).toBe('Raman, Priya (MD)'));
    await user.clear(box(/^Colleague/));
    await press(user, 'Assign');
    await screen.findByText('MSG-2026-000001 was unassigned', { selector: 'output span' });
    expect(sent(`POST ${MESSAGE_CALL}/assign`)).toEqual([{ userId: null, version: 4 }]);
  });

  it.each([
    [aMessage({ assignedToUser: ME }), 'MSG-2026-000001 was assigned to you'],
    [aMessage({ assignedToUser: PRIYA }), 'MSG-2026-000001 was assigned to Priya Raman'],
  ])('shows the new assignee', async (answer, text) => {
    const { user, server } = await open('assign');
    server.on(`POST ${MESSAGE_CALL}/assign`, { body: answer });
    await screen.findByText('Not assigned yet');
    await press(user, 'Assign to me');
    await press(user, 'Assign');
    expect(await screen.findByText(text, { selector: 'output span' })).toBeTruthy();
  });

  it('of a stale version shows the current message, keeps the choice and sends the new version', async () => {
    const { user, server, sent } = await open('assign');
    const theirs = aMessage({ assignedToUser: PRIYA, status: 'InProgress', version: 5 });
    server.on(`POST ${MESSAGE_CALL}/assign`, aStaleAnswer(theirs));
    await screen.findByText('Not assigned yet');
    await press(user, 'Assign to me');
    await press(user, 'Assign');
    expect(await screen.findByText('Someone else changed this message first.')).toBeTruthy();
    expect(await screen.findByText(/^Currently assigned to Priya Raman/)).toBeTruthy();
    expect(box(/^Colleague/).value).toBe('Doe, Jane');
    server.on(`POST ${MESSAGE_CALL}/assign`, { body: aMessage({ assignedToUser: ME, version: 6 }) });
    await press(user, 'Assign');
    await screen.findByText('MSG-2026-000001 was assigned to you', { selector: 'output span' });
    expect(sent(`POST ${MESSAGE_CALL}/assign`)).toMatchObject([
      { version: 4 },
      { userId: ME.id, version: 5 },
    ]);
  });

  it('shows in the list that users could not be loaded', async () => {
    const { user, server } = await open('assign');
    server.on('GET /user/assignable', { status: 400 });
    await user.click(await screen.findByLabelText(/^Colleague/));
    expect(await screen.findByText('Failed to load users')).toBeTruthy();
  });
});

async function complete(answer: Answer, resolution = 'Sent') {
  const page = await open('complete');
  page.server.on(`POST ${MESSAGE_CALL}/complete`, answer);
  await page.user.click(await screen.findByLabelText(/^Resolution/, { selector: 'textarea' }));
  if (resolution !== '') await page.user.paste(resolution);
  await press(page.user, 'Complete');
  return page;
}

describe('completing', () => {
  it('refuses a blank resolution', async () => {
    const { server } = await complete({ body: aCompletedMessage() }, '   ');
    expect(await screen.findByText('Resolution is required')).toBeTruthy();
    expect(server.countOf(`POST ${MESSAGE_CALL}/complete`)).toBe(0);
  });

  it('keeps the resolution and stays on the page on failure', async () => {
    const { router } = await complete({ status: 500 });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to complete message');
    expect(box(/^Resolution/).value).toBe('Sent');
    expect(router.state.location.pathname).toBe(`/messages/${MESSAGE_ID}/complete`);
  });

  it('of a stale version continues with the new one: priority and text on screen are theirs', async () => {
    const theirs = aMessage({ priority: 'Urgent', message: 'Calls a second time', version: 7 });
    const { user, server, sent } = await complete(aStaleAnswer(theirs));
    expect(await screen.findByText('Calls a second time')).toBeTruthy();
    expect(screen.getByText('Urgent')).toBeTruthy();
    expect(box(/^Resolution/).value).toBe('Sent');
    server.on(`POST ${MESSAGE_CALL}/complete`, { body: aCompletedMessage() });
    await press(user, 'Complete');
    await screen.findByText('MSG-2026-000001 was completed', { selector: 'output span' });
    expect(sent(`POST ${MESSAGE_CALL}/complete`)[1]).toEqual({ resolution: 'Sent', version: 7 });
  });
});

it.each(['edit', 'complete'] as const)(
  'the %s page of a completed message shows who completed it instead of a form',
  async (action) => {
    await open(action, aCompletedMessage({ completedBy: null }));
    const notice = within(await screen.findByRole('alert'));
    expect(
      await notice.findByText(/^MSG-2026-000001 was completed on 11\/21\/2026 11:00 AM\. /),
    ).toBeTruthy();
    expect(notice.getByText('View message').getAttribute('href')).toBe(`/messages/${MESSAGE_ID}`);
    expect(document.querySelector('form')).toBeNull();
  },
);
