import type { PhoneMessageRecord } from '@portal/contract/messages';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MessageAssignPage } from './MessageAssignPage.tsx';
import { MessagePage } from './MessagePage.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
const PERSON = { id: ID, firstName: 'Priya', lastName: 'Raman', title: null };

const message = (status: 'InProgress' | 'Completed'): PhoneMessageRecord => ({
  id: ID,
  messageNumber: 'MSG-2026-000001',
  category: 'Medical',
  callerName: 'Ann Caller',
  callerPhone: null,
  patient: null,
  message: 'Please call back',
  callDateTime: '2026-11-21T12:00:00.000Z',
  priority: 'Normal',
  status,
  assignedToUser: PERSON,
  formerAssignee: null,
  version: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  takenBy: PERSON,
  resolution: status === 'Completed' ? 'Called back' : null,
  completedAt: status === 'Completed' ? '2026-11-21T12:30:00.000Z' : null,
  completedBy: status === 'Completed' ? PERSON : null,
  followUpTo: null,
  followUps: [],
  events: [],
});

async function show(at: string, status: 'InProgress' | 'Completed') {
  const server = createFakeServer();
  server.on('GET /user/assignable', { body: [] });
  server.on(`GET /phonemessage/${ID}`, { body: message(status) });
  await showPage({
    server,
    pages: { '/messages/:id': MessagePage, '/messages/:id/assign': MessageAssignPage },
    at,
    permissions: ['Message.View', 'Message.Edit', 'Message.Assign', 'Message.Create'],
  });
}

it('offers to assign an open message', async () => {
  await show(`/messages/${ID}`, 'InProgress');
  expect(await screen.findByRole('link', { name: 'Assign' })).toBeTruthy();
});

it('does not offer to assign a completed message', async () => {
  await show(`/messages/${ID}`, 'Completed');
  expect((await screen.findAllByText(/Called back/)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Assign' })).toBeNull();
});

it('shows a notice instead of the assign form for a completed message', async () => {
  await show(`/messages/${ID}/assign`, 'Completed');
  expect(await screen.findByText(/MSG-2026-000001 was completed by Priya Raman/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
});
