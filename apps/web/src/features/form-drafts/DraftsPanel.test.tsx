import type { FormDraftRow } from '@portal/contract/form-drafts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { DraftsPanel } from './DraftsPanel.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
const aDraft = (change: Partial<FormDraftRow> = {}): FormDraftRow => ({
  id: ID,
  form: 'patientUpdate',
  revision: 1,
  updatedAt: '2026-11-21T15:00:00.000Z',
  address: '/patients/22222222-2222-4222-8222-222222222222/edit',
  about: null,
  dialog: null,
  subject: null,
  patientName: 'Lee, Ann (00000042)',
  ...change,
});
const Panel = () => <DraftsPanel isOpen onClose={() => undefined} />;

async function show(drafts: readonly FormDraftRow[]) {
  const server = createFakeServer();
  server.on('GET /form-drafts', { body: drafts });
  const page = await showPage({ server, pages: { '/': Panel }, at: '/' });
  return { ...page, server };
}
const items = async () =>
  (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent.replace(/Last.*/u, ''));

describe('the list of drafts', () => {
  it('names each form or dialog, and whom or what it is about', async () => {
    await show([
      aDraft(),
      aDraft({ id: ID.replace(/1$/u, '2'), form: 'orderStatusChange', dialog: 'Mark MRI as Completed' }),
      aDraft({ id: ID.replace(/1$/u, '3'), form: 'officeCreate', patientName: null, subject: 'Annapolis' }),
      aDraft({ id: ID.replace(/1$/u, '4'), form: 'messageCreate', patientName: null }),
    ]);
    expect(await items()).toEqual([
      'Edit PatientLee, Ann (00000042)',
      'Mark MRI as CompletedLee, Ann (00000042)',
      'New OfficeAnnapolis',
      'New Phone Message',
    ]);
  });

  it('removes a draft after a question, also one whose record is gone', async () => {
    const { user, server } = await show([aDraft()]);
    const base = { firstName: 'Ann', lastName: 'Lee', dateOfBirth: '', notes: '', officeId: '' };
    const mine = {
      ...base,
      lastName: 'Leigh',
      dateOfBirth: '1961-06-14',
      notes: 'Moved away.\nCall her sister.',
      officeId: ID,
    };
    const { id, form, revision, updatedAt, address, about, dialog, subject } = aDraft();
    const content = { address, about, dialog, subject, patientId: null, base, mine };
    server.on('GET /form-drafts/:id', { body: { id, form, revision, updatedAt, content } });
    await user.click(await screen.findByRole('button', { name: 'Remove Edit Patient, Lee, Ann (00000042)' }));
    const question = within(
      await screen.findByRole('alertdialog', {
        name: 'Remove the draft “Edit Patient, Lee, Ann (00000042)”?',
      }),
    );
    expect((await question.findByRole('region', { name: 'What you entered' })).textContent).toBe(
      'Last Name: Leigh\nDate Of Birth: 06/14/1961\nNotes: Moved away.\nCall her sister.',
    );
    expect(question.getByRole('button', { name: 'Copy Text' })).toBeTruthy();
    server.on('GET /form-drafts', { body: [] });
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await screen.findByText('No drafts');
    expect(server.calls.find(({ method }) => method === 'DELETE')?.path).toBe(`/form-drafts/${ID}`);
  });

  it('says why a draft cannot be continued, and shows what is left', async () => {
    const { user, server } = await show([aDraft()]);
    const message = 'This draft does not exist. It may have been saved or removed in another window.';
    server.on('GET /form-drafts/:id', { status: 404, body: { message, code: 'NOT_FOUND' } });
    server.on('GET /form-drafts', { body: [] });
    await user.click(await screen.findByRole('button', { name: /^Continue/ }));
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0));
    await screen.findByText('No drafts');
  });
});
