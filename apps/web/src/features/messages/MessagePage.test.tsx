import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import {
  aCompletedMessage,
  ADA,
  aMessage,
  anEvent,
  ME,
  MESSAGE_CALL,
  MESSAGE_ID,
  messageServer,
  PRIYA,
  showMessages,
} from './test/message-fixtures.ts';

const AT = `/messages/${MESSAGE_ID}`;
const ALL = ['Message.Edit', 'Message.Assign', 'Message.Create', 'Message.Delete'] as const;

async function open(message = aMessage(), permissions: Parameters<typeof showMessages>[1] = ALL) {
  const page = await showMessages(AT, permissions, messageServer(message));
  await screen.findByRole('heading', { level: 1, name: message.messageNumber });
  const openMenu = async () => {
    await page.user.click(screen.getByLabelText('Actions for MSG-2026-000001'));
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  };
  return { ...page, openMenu };
}
const assigned = (person: typeof ME) => aMessage({ assignedToUser: person, status: 'InProgress' });
const buttons = () =>
  ['Edit', 'Assign', 'Complete'].filter((name) => screen.queryByRole('link', { name }) !== null);

describe('actions', () => {
  it.each([
    ['New', ['New Follow-up', 'Delete']],
    ['InProgress', ['Requires Follow-Up', 'New Follow-up', 'Delete']],
    ['RequiresFollowUp', ['Back to In Progress', 'New Follow-up', 'Delete']],
  ] as const)('of a message that is %s', async (status, items) => {
    const { openMenu } = await open(aMessage({ status }));
    expect(buttons()).toEqual(['Edit', 'Assign', 'Complete']);
    expect(await openMenu()).toEqual(items);
  });

  it('of a completed message are follow-up and delete', async () => {
    const { openMenu } = await open(aCompletedMessage());
    expect(buttons()).toEqual([]);
    expect(await openMenu()).toEqual(['New Follow-up', 'Delete']);
  });

  it.each([
    [['Message.Edit'], ['Edit', 'Complete'], ['Requires Follow-Up']],
    [['Message.Assign', 'Message.Create'], ['Assign'], ['New Follow-up']],
    [['Message.Create'], [], ['New Follow-up']],
    [['Message.Delete'], [], ['Delete']],
  ] as const)('with %j only are limited to what it allows', async (permissions, shown, items) => {
    const { openMenu } = await open(aMessage({ status: 'InProgress' }), permissions);
    expect(buttons()).toEqual(shown);
    expect(await openMenu()).toEqual(items);
  });
});

it('shows no menu to users without any permission', async () => {
  await open(aMessage({ status: 'InProgress' }), ['Message.Assign']);
  expect(buttons()).toEqual(['Assign']);
  expect(screen.queryByLabelText(/^Actions for/)).toBeNull();
});

describe('status', () => {
  it('is set with the displayed version and shown immediately', async () => {
    const { user, server, sent, openMenu } = await open(aMessage({ status: 'InProgress' }));
    const after = aMessage({ status: 'RequiresFollowUp', version: 5 });
    server.on(`POST ${MESSAGE_CALL}/status`, { body: after });
    server.on(`GET ${MESSAGE_CALL}`, { body: after });
    await openMenu();
    await user.click(screen.getByText('Requires Follow-Up'));
    await screen.findByText('Status changed to Requires Follow-Up', { selector: 'output span' });
    expect(sent(`POST ${MESSAGE_CALL}/status`)).toEqual([{ status: 'RequiresFollowUp', version: 4 }]);
    expect(await screen.findByText('Requires Follow-Up', { selector: '.list-chip-label' })).toBeTruthy();
  });

  it.each([
    [{ status: 500 }, /^Failed to change the status/],
    [{ status: 409, body: { message: 'Assign it first.', code: 'CONFLICT' } }, /^Assign it first\./],
  ])('stays when the change is refused, with a message', async (answer, text) => {
    const { user, server, openMenu } = await open(aMessage({ status: 'InProgress' }));
    server.on(`POST ${MESSAGE_CALL}/status`, answer);
    await openMenu();
    await user.click(screen.getByText('Requires Follow-Up'));
    expect(await screen.findByText(text, { selector: 'output span' })).toBeTruthy();
    expect(screen.getByText('In Progress', { selector: '.list-chip-label' })).toBeTruthy();
  });
});

describe('notes', () => {
  it.each([
    ['the assignee', assigned(ME), [], true],
    ['a user who may edit messages', assigned(PRIYA), ['Message.Edit'], true],
    ['a user who may only view it', assigned(PRIYA), ['Message.Assign'], false],
  ] as const)('are offered to %s: %o', async (_name, message, permissions, isOffered) => {
    await open(message, permissions);
    expect(screen.queryByLabelText(/^Note/) !== null).toBe(isOffered);
  });

  it('refuse blank text, and keep the text on failure', async () => {
    const { user, server, sent } = await open(assigned(ME));
    await user.click(screen.getByText('Add Note'));
    expect(await screen.findByText('Note is required')).toBeTruthy();
    server.on(`POST ${MESSAGE_CALL}/notes`, { status: 500 });
    await user.type(screen.getByLabelText(/^Note/), ' Voicemail ');
    await user.click(screen.getByText('Add Note'));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to add note');
    expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', ' Voicemail ');
    const note = anEvent({ kind: 'Note', user: ME, text: 'Voicemail' });
    server.on(`POST ${MESSAGE_CALL}/notes`, { status: 201, body: { ...assigned(ME), events: [note] } });
    await user.click(screen.getByText('Add Note'));
    await waitFor(() => expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', ''));
    expect(sent(`POST ${MESSAGE_CALL}/notes`)).toEqual([{ text: 'Voicemail' }, { text: 'Voicemail' }]);
  });
});

describe('thread', () => {
  const followUp = {
    id: ADA.id,
    messageNumber: 'MSG-2026-000002',
    status: 'New',
    callDateTime: '2026-11-21T16:00:00.000Z',
  } as const;

  it.each([
    [anEvent({ kind: 'Created' }), 'Priya Raman took the message'],
    [anEvent({ kind: 'Edited', changedFields: ['priority'] }), 'Priya Raman edited Priority'],
    [
      anEvent({ kind: 'Edited', changedFields: ['callerName', 'priority', 'message'] }),
      'Priya Raman edited Caller Name, Priority and Message',
    ],
    [anEvent({ kind: 'Assigned', assignedTo: ME }), 'Priya Raman assigned it to Jane Doe'],
    [anEvent({ kind: 'Assigned', assignedTo: PRIYA }), 'Priya Raman assigned it to themselves'],
    [anEvent({ kind: 'Assigned' }), 'Priya Raman unassigned the message'],
    [
      anEvent({ kind: 'StatusChanged', status: 'InProgress', user: null }),
      'System set the status to In Progress',
    ],
    [anEvent({ kind: 'FollowUp', text: 'MSG-2026-000002' }), 'Priya Raman created follow-up MSG-2026-000002'],
  ])('describes %j', async (event, text) => {
    await open(aMessage({ events: [event] }));
    const [step] = within(screen.getByLabelText('History')).getAllByRole('listitem');
    expect(step?.querySelector('p')?.textContent).toBe(text);
  });

  it('shows text for notes and the resolution only, and links follow-ups that still exist', async () => {
    const events = [
      anEvent({ kind: 'FollowUp', text: 'MSG-2026-000002' }),
      anEvent({ id: PRIYA.id, kind: 'FollowUp', text: 'MSG-2026-000003' }),
      anEvent({ id: ME.id, kind: 'Note', text: 'Voicemail' }),
    ];
    await open(aMessage({ events, followUps: [followUp] }));
    const history = within(screen.getByLabelText('History'));
    const links = history.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([['MSG-2026-000002', `/messages/${ADA.id}`]]);
    expect(history.getByText('Voicemail')).toBeTruthy();
    expect(await screen.findByText(/, 11\/21\/2026 11:00 AM, New$/)).toBeTruthy();
  });
});

describe('delete', () => {
  it('requires a reason of ten characters and keeps it on failure', async () => {
    const { user, server, sent, router, openMenu } = await open();
    await openMenu();
    await user.click(screen.getByText('Delete'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByLabelText(/^Reason/), ' too short ');
    await user.click(dialog.getByText('Delete'));
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(server.countOf(`DELETE ${MESSAGE_CALL}`)).toBe(0);
    server.on(`DELETE ${MESSAGE_CALL}`, { status: 500 });
    await user.type(dialog.getByLabelText(/^Reason/), 'er');
    await user.click(dialog.getByText('Delete'));
    expect(await dialog.findByText('Failed to delete message')).toBeTruthy();
    server.on(`DELETE ${MESSAGE_CALL}`, { status: 204 });
    await user.click(dialog.getByText('Delete'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/messages'));
    expect(sent(`DELETE ${MESSAGE_CALL}`).at(-1)).toEqual({ reason: 'too short er' });
  });
});

describe('details', () => {
  it.each([
    ['4105550142', '(410) 555-0142', 'tel:+14105550142'],
    ['410555014289', '(410) 555-0142 ext. 89', 'tel:+14105550142'],
    ['14105550142', '1 (410) 555-0142', 'tel:+14105550142'],
  ])('link %s without its extension', async (callerPhone, shown, href) => {
    await open(aMessage({ callerPhone }));
    expect(screen.getByText(shown).getAttribute('href')).toBe(href);
  });

  it('show who completed it, when and how', async () => {
    await open(aCompletedMessage());
    const resolution = within(screen.getByRole('region', { name: 'Resolution' }));
    expect(resolution.getByText('Called back')).toBeTruthy();
    expect(await resolution.findByText('Completed by Priya Raman, 11/21/2026 11:00 AM')).toBeTruthy();
  });
});

describe('live updates', () => {
  it('refetch the message for its own events, not for those of others', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server } = await open();
    server.on(`GET ${MESSAGE_CALL}`, { body: aMessage({ priority: 'Urgent', version: 5 }) });
    const pushed = {
      id: ADA.id,
      description: 'A phone message was updated',
      timestamp: '2026-11-21T17:00:00.000Z',
      color: 'info',
      icon: 'Assignment',
      entityType: 'PhoneMessage',
    } as const;
    pushedActivity.emit({ ...pushed, entityId: ADA.id });
    await vi.advanceTimersByTimeAsync(300);
    expect(server.countOf(`GET ${MESSAGE_CALL}`)).toBe(1);
    pushedActivity.emit({ ...pushed, entityId: MESSAGE_ID });
    await vi.advanceTimersByTimeAsync(300);
    expect(await screen.findByText('Urgent')).toBeTruthy();
    expect(server.countOf(`GET ${MESSAGE_CALL}`)).toBe(2);
  });
});

it.each([
  [{ status: 404, body: { message: 'Not found' } }, 'Phone message not found'],
  [{ status: 400, body: {} }, 'Phone message not found'],
  [{ status: 422, body: {} }, 'Failed to fetch message'],
])('%j shows why the message is missing', async (answer, text) => {
  const server = messageServer();
  server.on(`GET ${MESSAGE_CALL}`, answer);
  await showMessages(AT, ALL, server);
  expect(await screen.findByText(text)).toBeTruthy();
});
