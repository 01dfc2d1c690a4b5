import type { AssignablePerson, MessageEvent, PhoneMessageRecord } from '@portal/contract/messages';
import type { PermissionName } from '@portal/domain/permissions';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MessageAssignPage } from '../MessageAssignPage.tsx';
import { MessageCompletePage } from '../MessageCompletePage.tsx';
import { MessageCreatePage } from '../form/MessageCreatePage.tsx';
import { MessageEditPage } from '../form/MessageEditPage.tsx';
import { MessagePage } from '../MessagePage.tsx';
import { MessagesPage } from '../MessagesPage.tsx';

export const MESSAGE_ID = '01980000-0000-7000-8000-000000000001';
export const MESSAGE_CALL = `/phonemessage/${MESSAGE_ID}`;

/** The signed-in test user. */
export const ME: AssignablePerson = { id: aUser().id, firstName: 'Jane', lastName: 'Doe', title: null };
export const PRIYA: AssignablePerson = {
  id: '01980000-0000-7000-8000-0000000000a1',
  firstName: 'Priya',
  lastName: 'Raman',
  title: 'MD',
};
export const ADA = {
  id: '01980000-0000-7000-8000-0000000000b1',
  firstName: 'Ada',
  lastName: 'Moss',
  medicalRecordNumber: '00000042',
};

/** An open, unassigned message record; accepts overrides. */
export function aMessage(change: Partial<PhoneMessageRecord> = {}): PhoneMessageRecord {
  return {
    id: MESSAGE_ID,
    messageNumber: 'MSG-2026-000001',
    category: 'Medical',
    callerName: 'Ida Quill',
    callerPhone: '4105550142',
    patient: ADA,
    message: 'Please call back',
    callDateTime: '2026-11-21T15:00:00.000Z',
    priority: 'Normal',
    status: 'New',
    assignedToUser: null,
    formerAssignee: null,
    version: 4,
    createdAt: '2026-11-21T15:01:00.000Z',
    takenBy: PRIYA,
    resolution: null,
    completedAt: null,
    completedBy: null,
    followUpTo: null,
    followUps: [],
    events: [],
    ...change,
  };
}

/** A message completed by Priya. */
export const aCompletedMessage = (change: Partial<PhoneMessageRecord> = {}): PhoneMessageRecord =>
  aMessage({
    status: 'Completed',
    resolution: 'Called back',
    completedAt: '2026-11-21T16:00:00.000Z',
    completedBy: PRIYA,
    version: 5,
    ...change,
  });

/** A thread entry by Priya; accepts overrides. */
export const anEvent = (change: Partial<MessageEvent> = {}): MessageEvent => ({
  id: '01980000-0000-7000-8000-0000000000c1',
  kind: 'Created',
  at: '2026-11-21T15:01:00.000Z',
  user: PRIYA,
  text: null,
  changedFields: [],
  assignedTo: null,
  status: null,
  ...change,
});

/** A list response. */
export const aListOf = (...data: readonly PhoneMessageRecord[]) => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});

/** The response to saving a stale version. */
export const aStaleAnswer = (current: PhoneMessageRecord) => ({
  status: 409,
  body: { message: 'Someone else changed this message first.', code: 'STALE', current },
});

/** A fake server with the message and everything else that the message screens request. */
export function messageServer(message: PhoneMessageRecord = aMessage()): FakeServer {
  const server = createFakeServer();
  server.on('GET /user/assignable', { body: [ME, PRIYA] });
  server.on('GET /phonemessage', aListOf(message));
  server.on(`GET ${MESSAGE_CALL}`, { body: message });
  return server;
}

/** Opens a message page as a user with these permissions. */
export async function showMessages(
  at: string,
  permissions: readonly PermissionName[],
  server: FakeServer = messageServer(),
) {
  const page = await showPage({
    server,
    at,
    permissions: ['Message.View', ...permissions],
    pages: {
      '/messages': MessagesPage,
      '/messages/new': MessageCreatePage,
      '/messages/:id': MessagePage,
      '/messages/:id/edit': MessageEditPage,
      '/messages/:id/assign': MessageAssignPage,
      '/messages/:id/complete': MessageCompletePage,
    },
  });
  /** The request bodies sent to a path, in order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, sent };
}
