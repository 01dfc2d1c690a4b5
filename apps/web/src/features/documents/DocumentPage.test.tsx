import type { Document } from '@portal/contract/documents';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDeletedDocument, aDocument, fileAnswer, watchSaves } from './test/document-fixtures.ts';
import { DocumentPage } from './DocumentPage.tsx';

const ALL: readonly PermissionName[] = ['Document.View', 'Document.Upload', 'Document.Delete'];

async function open(document: Document, permissions = ALL, answer: Answer = { body: document }) {
  const server = createFakeServer();
  server.on(`GET /document/${document.id}`, answer);
  const page = await showPage({
    server,
    pages: { '/documents/:id': DocumentPage },
    at: `/documents/${document.id}`,
    permissions,
  });
  return { ...page, server };
}
const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent ?? null;
const actions = () =>
  Array.from(document.querySelectorAll('header button, header a'), ({ textContent }) => textContent);

/** What the menu of the header offers. */
function menu() {
  const button = screen.queryByLabelText('More actions', { selector: 'button' });
  if (button !== null) fireEvent.click(button);
  return Array.from(document.querySelectorAll('[role="menuitem"]'), ({ textContent }) => textContent);
}

const pressPrint = () => fireEvent.click(screen.getByText('Print', { selector: 'header button' }));

describe('document page', () => {
  it('shows the metadata', async () => {
    await open(aDocument());
    expect(await screen.findByText('letter.docx', { selector: 'h1' })).toBeTruthy();
    expect(fact('Patient')).toBe('Lee, Ann (00000042)');
    expect(fact('File Type')).toBe('Word document');
    expect(fact('Size')).toBe('2.00 KB');
    expect(fact('Uploaded By')).toBe('Jane Roe');
    expect(fact('Note')).toBe('Signed at the front desk');
    expect(fact('Security')).toContain('Encrypted');
  });

  it.each([
    [{ status: 404, body: { message: 'This record does not exist.' } }, 'Document not found'],
    [{ status: 422, body: {} }, 'Failed to fetch document'],
  ])('%j shows "%s"', async (answer, text) => {
    await open(aDocument(), ALL, answer);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    [ALL, ['Edit', 'Print', 'Download'], ['Move', 'Delete']],
    [['Document.View', 'Document.Upload'], ['Edit', 'Print', 'Download'], ['Move']],
    [['Document.View', 'Document.Delete'], ['Print', 'Download'], ['Delete']],
    [['Document.View'], ['Print', 'Download'], []],
  ] satisfies [readonly PermissionName[], string[], string[]][])(
    '%j: offers %j, and %j in the menu',
    async (permissions, offered, more) => {
      await open(aDocument(), permissions);
      await screen.findByText('Download', { selector: 'header *' });
      expect(actions().filter((text) => text !== '')).toEqual(['Back', ...offered]);
      expect(menu()).toEqual(more);
    },
  );

  it('offers only Download and a menu of the others on a phone', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await open(aDocument());
    await screen.findByText('Download', { selector: 'header *' });
    expect(actions().filter((text) => text !== '')).toEqual(['Back', 'Download']);
    expect(menu()).toEqual(['Edit', 'Move', 'Delete', 'Print']);
  });
});

describe('deleted document', () => {
  it('shows who deleted it, why and until when it can be restored, but no content', async () => {
    const { server } = await open(aDeletedDocument({ fileType: 'png' }));
    expect(await screen.findByText('This document is deleted')).toBeTruthy();
    await screen.findByText(/^Deleted by Omar Diaz on 11\/22\/2026/);
    const notice = screen.getByRole('alert').textContent;
    expect(notice).toContain('Reason: Scanned into the wrong chart');
    expect(notice).toContain('It can be restored until 12/22/2026');
    expect(screen.queryByText('Content')).toBeNull();
    expect(screen.queryByText('Download')).toBeNull();
    expect(server.calls.some(({ path }) => path.endsWith('/view'))).toBe(false);
  });

  it.each([
    ['without Document.Delete', aDeletedDocument(), ['Document.View']],
    ['after the restore period', aDeletedDocument({ restorableUntil: null }), ALL],
  ] satisfies [string, Document, readonly PermissionName[]][])(
    'cannot be restored %s',
    async (_when, deleted, permissions) => {
      await open(deleted, permissions);
      await screen.findByText('This document is deleted');
      expect(screen.queryByText('Restore')).toBeNull();
    },
  );

  it('shows in the open dialog why it was not restored', async () => {
    const { server, user } = await open(aDeletedDocument());
    server.on(`POST /document/${aDocument().id}/restore`, {
      status: 409,
      body: { code: 'CONFLICT', message: 'The patient was merged into another one.' },
    });
    await user.click(await screen.findByText('Restore'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Restore document?' }));
    await user.click(question.getByText('Restore'));
    expect(await question.findByText('The patient was merged into another one.')).toBeTruthy();
    server.on(`POST /document/${aDocument().id}/restore`, { body: aDocument() });
    server.on(`GET /document/${aDocument().id}`, { body: aDocument() });
    await user.click(question.getByText('Restore'));
    await waitFor(() => expect(screen.queryByText('This document is deleted')).toBeNull());
    expect(screen.getByText('Download', { selector: 'header *' })).toBeTruthy();
  });
});

describe('printing a document', () => {
  it('downloads a file type that the browser cannot print, with a hint', async () => {
    const saved = watchSaves();
    const { server } = await open(aDocument());
    server.on(`POST /document/${aDocument().id}/print`, fileAnswer('content', 'letter.docx'));
    await screen.findByText('Print', { selector: 'header button' });
    pressPrint();
    await waitFor(() => expect(saved).toEqual(['letter.docx']));
    expect(
      (await screen.findAllByText(/cannot print this file type \(Word document\). It was downloaded/)).length,
    ).toBeGreaterThan(0);
  });

  it('prints only the text, and removes it from the page afterwards', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const text = aDocument({ fileName: 'notes.txt', fileType: 'txt' });
    const { server } = await open(text);
    server.on(`POST /document/${text.id}/print`, fileAnswer('Potassium 4.1'));
    await screen.findByText('Print', { selector: 'header button' });
    pressPrint();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('#print-sheet pre')?.textContent).toBe('Potassium 4.1');
    window.dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('#print-sheet')).toBeNull();
  });

  it('prints what was assumed to read a text', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const text = aDocument({ fileName: 'notes.txt', fileType: 'txt' });
    const { server } = await open(text);
    const content = Uint8Array.from(Buffer.from('Take 5 µg', 'latin1'));
    server.on(`POST /document/${text.id}/print`, fileAnswer(content));
    await screen.findByText('Print', { selector: 'header button' });
    pressPrint();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('#print-sheet pre')?.textContent).toBe('Take 5 µg');
    expect(document.querySelector('#print-sheet p')?.textContent).toContain('Windows-1252');
    window.dispatchEvent(new Event('afterprint'));
  });

  it.each([
    [{ status: 409, body: { message: 'The stored file is damaged.' } }, 'The stored file is damaged.'],
    [
      { status: 422, body: {} },
      'This document could not be printed. Download it and print it from another program.',
    ],
  ])('%j shows "%s" and can be retried', async (answer, text) => {
    const { server } = await open(aDocument());
    server.on(`POST /document/${aDocument().id}/print`, answer);
    await screen.findByText('Print', { selector: 'header button' });
    pressPrint();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByText('Print', { selector: 'header button' })).toHaveProperty('disabled', false);
  });
});
