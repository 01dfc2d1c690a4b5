import type { Document } from '@portal/contract/documents';
import type { UserEvent } from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '#lib/test/choose-option.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDeletedDocument, aDocument, ANN, BEN } from './test/document-fixtures.ts';
import { DocumentDeletePage } from './DocumentDeletePage.tsx';
import { DocumentPage } from './DocumentPage.tsx';

const letter = aDocument();
const ADDRESS = `/document/${letter.id}`;

async function open(path = '', document: Document = letter) {
  const server = createFakeServer();
  server.on(`GET ${ADDRESS}`, { body: document });
  server.on('GET /patient', {
    body: {
      data: [aPatient({ ...BEN }), aPatient({ ...ANN })],
      totalCount: 2,
      totalCountIsApproximate: false,
    },
  });
  const page = await showPage({
    server,
    pages: { '/documents/:id': DocumentPage, '/documents/:id/delete': DocumentDeletePage },
    at: `/documents/${letter.id}${path}`,
    permissions: ['Document.View', 'Document.Upload', 'Document.Delete', 'Patient.View'],
  });
  const sent = (method: string) =>
    server.calls.filter((call) => call.method === method).map(({ body }) => body);
  return { ...page, server, sent };
}

async function openDialog(user: UserEvent, action: string, title: string) {
  await user.click(await screen.findByText(action, { selector: 'header button, [role="menuitem"]' }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { element: dialog, ...within(dialog) };
}
async function write(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
const REASON = 'Scanned into the wrong chart';

async function openMove(user: UserEvent) {
  await user.click(await screen.findByLabelText('More actions'));
  return openDialog(user, 'Move', 'File under another patient');
}
type MoveDialog = Awaited<ReturnType<typeof openMove>>;
async function choosePatient(user: UserEvent, dialog: MoveDialog, label: string) {
  await user.click(dialog.getByLabelText(/^New patient/));
  await user.paste('le');
  await user.click(await screen.findByText(label, { selector: '[role="option"] *' }));
}
const deleteButton = () => screen.findByText('Delete Document', { selector: 'button' });
const reasonField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);

describe('editing the details of a document', () => {
  it('starts with the stored values and sends the version', async () => {
    const { server, user, sent } = await open();
    const dialog = await openDialog(user, 'Edit', 'Edit details');
    expect(dialog.getByLabelText('Note')).toHaveProperty('value', 'Signed at the front desk');
    chooseOption(/^Category/, 'Clinical', dialog.element);
    await user.clear(dialog.getByLabelText('Note'));
    server.on(`PUT ${ADDRESS}`, { body: aDocument({ category: 'Clinical', note: null, version: 4 }) });
    server.on(`GET ${ADDRESS}`, { body: aDocument({ category: 'Clinical', note: null, version: 4 }) });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('PUT')).toEqual([{ type: 'Consent', category: 'Clinical', note: null, version: 3 }]);
    expect(screen.getByText('Category', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Clinical');
  });

  it('keeps the entries when saving fails, and shows why', async () => {
    const { server, user } = await open();
    const dialog = await openDialog(user, 'Edit', 'Edit details');
    await write(user, dialog.getByLabelText('Note'), 'Second copy');
    server.on(`PUT ${ADDRESS}`, { status: 500 });
    await user.click(dialog.getByText('Save'));
    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to save document');
    expect(dialog.getByLabelText('Note')).toHaveProperty('value', 'Second copy');
  });

  it('shows field errors from the server next to the field', async () => {
    const { server, user } = await open();
    const dialog = await openDialog(user, 'Edit', 'Edit details');
    await write(user, dialog.getByLabelText('Note'), 'Second copy');
    server.on(`PUT ${ADDRESS}`, {
      status: 422,
      body: { code: 'VALIDATION_FAILED', message: 'Check the fields.', errors: { note: ['Not this note'] } },
    });
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText('Not this note')).toBeTruthy();
    expect(dialog.getByLabelText('Note').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the changes of someone else, keeps the user’s edits and saves them on the newer version', async () => {
    const { server, user, sent } = await open();
    const dialog = await openDialog(user, 'Edit', 'Edit details');
    await write(user, dialog.getByLabelText('Note'), 'My note');
    const theirs = aDocument({ type: 'Insurance', note: 'Their note', version: 7 });
    server.on(`PUT ${ADDRESS}`, { status: 409, body: { code: 'STALE', message: 'Stale', current: theirs } });
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText('They saved: Their note')).toBeTruthy();
    expect(dialog.getByText('You have: My note')).toBeTruthy();
    await user.click(dialog.getByText('Keep mine'));
    server.on(`PUT ${ADDRESS}`, { body: { ...theirs, note: 'My note', version: 8 } });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('PUT').at(-1)).toEqual({ type: 'Insurance', category: 'Legal', note: 'My note', version: 7 });
  });

  it('discards the user’s edits on request', async () => {
    const { server, user } = await open();
    const dialog = await openDialog(user, 'Edit', 'Edit details');
    await write(user, dialog.getByLabelText('Note'), 'My note');
    server.on(`PUT ${ADDRESS}`, {
      status: 409,
      body: { code: 'STALE', message: 'Stale', current: aDocument({ note: 'Their note', version: 7 }) },
    });
    await user.click(dialog.getByText('Save'));
    await user.click(await dialog.findByText('Use theirs'));
    await waitFor(() => expect(dialog.getByLabelText('Note')).toHaveProperty('value', 'Their note'));
  });
});

describe('filing a document under another patient', () => {
  it('requires a patient and a reason of 10 to 500 characters', async () => {
    const { user, sent } = await open();
    const dialog = await openMove(user);
    await write(user, dialog.getByLabelText(/^Reason/), ' too short ');
    await user.click(dialog.getByText('Move'));
    expect(await dialog.findByText('Patient is required')).toBeTruthy();
    expect(dialog.getByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(sent('POST')).toEqual([]);
  });

  it('refuses the current patient', async () => {
    const { user, sent } = await open();
    const dialog = await openMove(user);
    await choosePatient(user, dialog, 'Lee, Ann (00000042)');
    await write(user, dialog.getByLabelText(/^Reason/), REASON);
    await user.click(dialog.getByText('Move'));
    expect(await dialog.findByText('The document is already filed under this patient')).toBeTruthy();
    expect(sent('POST')).toEqual([]);
  });

  it('keeps patient and reason when refused, and moves on the next attempt', async () => {
    const { server, user, sent } = await open();
    const dialog = await openMove(user);
    await choosePatient(user, dialog, 'Moss, Ben (00000043)');
    await write(user, dialog.getByLabelText(/^Reason/), REASON);
    server.on(`POST ${ADDRESS}/move`, {
      status: 409,
      body: { code: 'CONFLICT', message: 'The same file is already filed under this patient.' },
    });
    await user.click(dialog.getByText('Move'));
    expect(await dialog.findByText('The same file is already filed under this patient.')).toBeTruthy();
    expect(dialog.getByLabelText(/^New patient/)).toHaveProperty('value', 'Moss, Ben (00000043)');
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    server.on(`POST ${ADDRESS}/move`, { body: aDocument({ patient: BEN, version: 4 }) });
    server.on(`GET ${ADDRESS}`, { body: aDocument({ patient: BEN, version: 4 }) });
    await user.click(dialog.getByText('Move'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST').at(-1)).toEqual({ patientId: BEN.id, reason: REASON, version: 3 });
    expect(screen.getAllByText('Filed under Moss, Ben (00000043)').length).toBeGreaterThan(0);
  });
});

describe('deleting a document', () => {
  it.each([
    ['a blank text', ''],
    ['nine characters between spaces', '   nine char   '],
  ])('refuses %s as the reason', async (_what, reason) => {
    const { user, sent } = await open('/delete');
    await deleteButton();
    await user.click(reasonField());
    await user.paste(reason);
    await user.click(await deleteButton());
    expect(await screen.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(document.activeElement).toBe(reasonField());
    expect(sent('DELETE')).toEqual([]);
  });

  it('keeps the reason on failure', async () => {
    const { server, user, router } = await open('/delete');
    await deleteButton();
    await write(user, reasonField(), REASON);
    server.on(`DELETE ${ADDRESS}`, { status: 503 });
    await user.click(await deleteButton());
    expect(await screen.findByText(/^Failed to delete document/)).toBeTruthy();
    expect(reasonField().value).toBe(REASON);
    expect(router.state.location.pathname).toBe(`/documents/${letter.id}/delete`);
  });

  it('accepts the shortest reason and returns to the list, with a link to the document', async () => {
    const { server, user, sent } = await open('/delete');
    await deleteButton();
    await write(user, reasonField(), ' ten chars! ');
    server.on(`DELETE ${ADDRESS}`, { body: aDeletedDocument() });
    server.on(`GET ${ADDRESS}`, { body: aDeletedDocument() });
    await user.click(await deleteButton());
    await screen.findByText('Page /documents');
    expect(sent('DELETE')).toEqual([{ reason: 'ten chars!' }]);
    await user.click(await screen.findByText('Open'));
    expect(await screen.findByText('This document is deleted')).toBeTruthy();
  });

  it('asks before discarding the reason', async () => {
    const { user, router } = await open('/delete');
    await deleteButton();
    await write(user, reasonField(), REASON);
    await user.click(screen.getByText('Cancel'));
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe(`/documents/${letter.id}/delete`);
  });

  it('shows the notice instead of the form for a document that is already deleted', async () => {
    await open('/delete', aDeletedDocument());
    expect(await screen.findByText('This document is deleted')).toBeTruthy();
    expect(screen.queryByText('Delete Document', { selector: 'button' })).toBeNull();
  });
});
