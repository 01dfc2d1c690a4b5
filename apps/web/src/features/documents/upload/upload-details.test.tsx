import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { chooseOption } from '#lib/test/choose-option.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ANN } from '../test/document-fixtures.ts';
import { DocumentUploadPage } from './DocumentUploadPage.tsx';
import { aFile } from '#lib/test/fake-uploads.ts';
import { fileNames, openUpload, stateOf } from './test/upload-screen.tsx';

const dialogOf = (name: string) => screen.findByRole('dialog', { name: `Details for ${name}` });
const note = (part: HTMLElement = document.body) => within(part).getByLabelText<HTMLTextAreaElement>('Note');

const category = () => screen.getByLabelText(/^Category/, { selector: '[role="combobox"]' }).textContent;

const openWithPatient = async (answer: Answer) => {
  const server = createFakeServer();
  server.on(`GET /patient/${ANN.id}`, answer);
  const at = `/documents/upload?patientId=${ANN.id}`;
  const page = await showPage({ server, pages: { '/documents/upload': DocumentUploadPage }, at });
  return { ...page, server };
};

describe('details of one file', () => {
  it('start from the shared details and are sent with this file only', async () => {
    const { choose, fillDetails, press, submit, sent, user } = await openUpload();
    await choose(aFile('a.pdf'), aFile('b.pdf'));
    await fillDetails('Consent', 'Legal');
    await press('Change details b.pdf');
    const dialog = await dialogOf('b.pdf');
    expect(within(dialog).getByLabelText(/^Patient/)).toHaveProperty('value', 'Lee, Ann (00000042)');
    await user.click(within(dialog).getByLabelText('Insurance'));
    await user.click(note(dialog));
    await user.paste('Card of the second insurer');
    await user.click(within(dialog).getByText('Use for this file'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stateOf('a.pdf')).not.toContain('Insurance');
    expect(stateOf('b.pdf')).toContain('Insurance, Legal');
    await submit();
    await waitFor(() => expect(sent).toHaveLength(2));
    const common = { category: 'Legal', patientId: ANN.id };
    expect(sent.map(({ fields }) => fields)).toEqual([
      { ...common, type: 'Consent' },
      { ...common, type: 'Insurance', note: 'Card of the second insurer' },
    ]);
  });

  it('are discarded when the dialog is canceled', async () => {
    const { choose, fillDetails, press, submit, sent, user } = await openUpload();
    await choose(aFile('a.pdf'));
    await fillDetails('Consent', 'Legal');
    await press('Change details a.pdf');
    const dialog = await dialogOf('a.pdf');
    await user.click(within(dialog).getByLabelText('Insurance'));
    await user.click(within(dialog).getByText('Cancel'));
    await user.click(await screen.findByText('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.fields['type']).toBe('Consent');
  });

  it('are required like the shared details', async () => {
    const { choose, press, user } = await openUpload();
    await choose(aFile('a.pdf'));
    await press('Change details a.pdf');
    const dialog = await dialogOf('a.pdf');
    await user.click(within(dialog).getByText('Use for this file'));
    expect(await within(dialog).findByText('Document type is required')).toBeTruthy();
    expect(within(dialog).getByText('Category is required')).toBeTruthy();
  });
});

describe('details for all files', () => {
  it('show what is missing when a file is retried after they were cleared', async () => {
    const { choose, fillDetails, press, submit, sent, user } = await openUpload();
    await choose(aFile('a.pdf'));
    await fillDetails();
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.cut();
    await screen.findByText(/The server could not be reached/, { selector: 'li *' });
    await user.clear(screen.getByLabelText(/^Patient/));
    await press('Retry a.pdf');
    expect(await screen.findByText('Patient is required')).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(stateOf('a.pdf')).toContain('Not uploaded');
  });

  it('accept a note of at most 1000 characters', async () => {
    const { choose, fillDetails, submit, sent, user } = await openUpload();
    await choose(aFile('a.pdf'));
    await fillDetails();
    await user.click(note());
    await user.paste('x'.repeat(1000));
    await submit();
    await waitFor(() => expect(sent[0]?.fields['note']).toHaveLength(1000));
  });
});

describe('the category', () => {
  it('is the usual one of the chosen type, until the user chooses another', async () => {
    const { user } = await openUpload([
      { type: 'LabResult', category: 'Clinical' },
      { type: 'Insurance', category: 'Financial' },
    ]);
    const choose = (type: string) => user.click(screen.getByLabelText(type));
    await choose('Lab Result');
    await waitFor(() => expect(category()).toBe('Clinical'));
    await choose('Insurance');
    await waitFor(() => expect(category()).toBe('Financial'));
    await choose('Other');
    await waitFor(() => expect(category()).not.toBe('Financial'));
    chooseOption(/^Category/, 'Legal');
    await choose('Lab Result');
    expect(screen.getByLabelText<HTMLInputElement>('Lab Result').checked).toBe(true);
    expect(category()).toBe('Legal');
  });
});

describe('the patient in the URL', () => {
  it('links to an upload for another patient if not found', async () => {
    await openWithPatient({ status: 404, body: { message: 'This record does not exist.' } });
    expect(await screen.findByText('Patient not found')).toBeTruthy();
    expect(screen.getByText('Upload for another patient').getAttribute('href')).toBe('/documents/upload');
    expect(screen.queryByText('Choose files')).toBeNull();
  });

  it('can be reloaded after a failure', async () => {
    const { server, user } = await openWithPatient({ status: 500 });
    expect(await screen.findByText('Failed to load patient details')).toBeTruthy();
    server.on(`GET /patient/${ANN.id}`, { body: aPatient() });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('Choose files')).toBeTruthy();
  });

  it('is not requested without an id', async () => {
    const server = createFakeServer();
    await showPage({ server, pages: { '/documents/upload': DocumentUploadPage }, at: '/documents/upload' });
    expect(await screen.findByLabelText(/^Patient/)).toHaveProperty('value', '');
    expect(screen.getByText('Cancel').getAttribute('href')).toBe('/documents');
  });
});

describe('a session that ends on the upload screen', () => {
  it('restores unsaved files and all details once for the same user', async () => {
    const { choose, fillDetails, press, submit, sent, user } = await openUpload();
    await choose(aFile('stored.pdf'));
    await fillDetails();
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.store();
    await screen.findByText('Done');
    await choose(aFile('a.pdf'), aFile('b.pdf'), aFile('empty.pdf', 0));
    await user.click(note());
    await user.paste('Kept note');
    await press('Change details b.pdf');
    const dialog = await dialogOf('b.pdf');
    await user.click(within(dialog).getByLabelText('Insurance'));
    await user.click(within(dialog).getByText('Use for this file'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    session.expire();
    cleanup();

    const again = await openUpload();
    expect(screen.getByText(/^The files that were not uploaded/)).toBeTruthy();
    expect(fileNames()).toEqual(['a.pdf', 'b.pdf']);
    expect(stateOf('b.pdf')).toContain('Insurance, Legal');
    expect(note().value).toBe('Kept note');
    await again.submit();
    await waitFor(() => expect(again.sent).toHaveLength(2));
    expect(again.sent.map(({ fields }) => fields['type'])).toEqual(['Consent', 'Insurance']);
    cleanup();

    await openUpload();
    expect(fileNames()).toEqual([]);
    expect(note().value).toBe('');
  });

  it('restores two files of one name with the details of each', async () => {
    const { choose, fillDetails, user } = await openUpload();
    await choose(aFile('scan.pdf', 1024), aFile('scan.pdf', 2048));
    await fillDetails();
    const [, second] = screen.getAllByLabelText('Change details scan.pdf');
    if (second === undefined) throw new Error('The second file is missing');
    await user.click(second);
    const dialog = await dialogOf('scan.pdf');
    await user.click(within(dialog).getByLabelText('Insurance'));
    await user.click(within(dialog).getByText('Use for this file'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    session.expire();
    cleanup();

    const again = await openUpload();
    expect(fileNames()).toEqual(['scan.pdf', 'scan.pdf']);
    await again.submit();
    await waitFor(() => expect(again.sent).toHaveLength(2));
    expect(again.sent.map(({ fields, fileSize }) => [fileSize, fields['type']])).toEqual([
      [1024, 'Consent'],
      [2048, 'Insurance'],
    ]);
  });
});
