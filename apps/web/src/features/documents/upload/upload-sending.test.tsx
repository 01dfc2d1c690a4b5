import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '#lib/test/choose-option.ts';
import { ANN } from '../test/document-fixtures.ts';
import { aFile } from '#lib/test/fake-uploads.ts';
import { actionsOf, fileNames, fileRow, openUpload, stateOf } from './test/upload-screen.tsx';

const sentNames = (sent: readonly { fileName: string }[]) => sent.map(({ fileName }) => fileName);
const shows = (name: string, state: string) => waitFor(() => expect(stateOf(name)).toContain(state));

/** Opens the screen, chooses these files, fills in the details and submits. */
async function uploading(...names: string[]) {
  const screenOf = await openUpload();
  await screenOf.choose(...names.map((name) => aFile(name)));
  await screenOf.fillDetails();
  await screenOf.submit();
  await shows(names[0] ?? '', '0%');
  return screenOf;
}

const progressBar = () => screen.getByLabelText('Uploading a.pdf');

describe('sending files', () => {
  it('sends nothing while details are missing, and shows what is missing', async () => {
    const { choose, submit, sent } = await openUpload();
    await choose(aFile('a.pdf'));
    await submit();
    expect(await screen.findByText('Document type is required')).toBeTruthy();
    expect(screen.getByText('Category is required')).toBeTruthy();
    expect(stateOf('a.pdf')).toContain('Ready');
    expect(sent).toHaveLength(0);
  });

  it('sends two files at a time, in list order, with the shared details', async () => {
    const { sent } = await uploading('c.pdf', 'a.pdf', 'b.pdf', 'd.pdf');
    expect(sentNames(sent)).toEqual(['c.pdf', 'a.pdf']);
    expect(stateOf('b.pdf')).toContain('Waiting');
    sent[1]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(sentNames(sent)).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
    expect(stateOf('d.pdf')).toContain('Waiting');
    for (const { fields } of sent)
      expect(fields).toEqual({ type: 'Consent', category: 'Legal', patientId: ANN.id });
    expect(fileNames()).toEqual(['c.pdf', 'a.pdf', 'b.pdf', 'd.pdf']);
  });

  it('shows the progress, then that the server is processing the file', async () => {
    const { sent } = await uploading('a.pdf');
    sent[0]?.progress(0.4);
    await shows('a.pdf', '40%');
    expect(progressBar().getAttribute('aria-valuenow')).toBe('40');
    sent[0]?.progress(1);
    await shows('a.pdf', 'Processing');
    expect(progressBar().getAttribute('aria-valuenow')).toBeNull();
  });

  it('links to a stored file, announces it, and ends with Done', async () => {
    const { sent } = await uploading('a.pdf');
    expect(actionsOf('a.pdf')).toEqual(['Cancel']);
    sent[0]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(actionsOf('a.pdf')).toEqual(['Open', 'Remove']);
    expect(screen.getByText('a.pdf was uploaded')).toBeTruthy();
    expect(screen.getByText('Done').getAttribute('href')).toBe(`/patients/${ANN.id}?tab=documents`);
  });

  it('keeps a failed file with the reason and Retry while the others are stored', async () => {
    const { sent, press } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    sent[0]?.answer(507, { code: 'STORAGE_FULL', message: 'There is no room left to store files.' });
    await shows('a.pdf', 'Not uploaded');
    await waitFor(() => expect(sent).toHaveLength(3));
    sent[1]?.store();
    sent[2]?.store();
    await shows('c.pdf', 'Uploaded');
    expect(fileRow('a.pdf').textContent).toContain('There is no room left to store files');
    expect(actionsOf('a.pdf')).toEqual(['Retry', 'Change details', 'Remove']);
    expect(screen.queryByText('Done')).toBeNull();
    await press('Retry a.pdf');
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(sent[3]?.fileName).toBe('a.pdf');
    sent[3]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(screen.getByText('Done')).toBeTruthy();
  });

  it('retries an interrupted upload with the same key, or a new key once its details change', async () => {
    const { sent, press } = await uploading('a.pdf');
    sent[0]?.cut();
    expect(await screen.findByText(/The server could not be reached/, { selector: 'li *' })).toBeTruthy();
    await press('Retry a.pdf');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
    sent[1]?.cut();
    await shows('a.pdf', 'Not uploaded');
    chooseOption(/^Category/, 'Clinical');
    await press('Retry a.pdf');
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.fields).toMatchObject({ category: 'Clinical' });
    expect(sent[2]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
  });

  it('shows field errors from the server next to the file', async () => {
    const { sent } = await uploading('a.pdf');
    sent[0]?.answer(422, {
      code: 'VALIDATION_FAILED',
      message: 'Check the fields.',
      errors: { patientId: ['This patient is not active'] },
    });
    await shows('a.pdf', 'Not uploaded');
    expect(fileRow('a.pdf').textContent).toContain('This patient is not active');
  });

  it('offers no retry for a file type that is not allowed', async () => {
    const { sent } = await uploading('program.exe', 'b.pdf');
    const message = 'This file type is not supported.';
    sent[0]?.answer(415, { code: 'FILE_TYPE_NOT_ALLOWED', message, errors: { file: [message] } });
    await shows('program.exe', 'Cannot be uploaded');
    expect(actionsOf('program.exe')).toEqual(['Remove']);
    expect(fileRow('program.exe').textContent).toContain(message);
    sent[1]?.store();
    // A refused file does not trigger the leave warning.
    expect(await screen.findByText('Done')).toBeTruthy();
  });

  it('asks before storing an identical file again', async () => {
    const { sent, press } = await uploading('a.pdf');
    sent[0]?.answer(409, {
      code: 'CONFIRMATION_REQUIRED',
      message: 'An identical file is already stored for this patient: old.pdf.',
    });
    await shows('a.pdf', 'Already stored');
    expect(actionsOf('a.pdf')).toEqual(['Upload anyway', 'Change details', 'Remove']);
    await press('Upload anyway a.pdf');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.fields['acceptDuplicate']).toBeUndefined();
    expect(sent[1]?.fields['acceptDuplicate']).toBe('true');
  });
});

describe('canceling uploads', () => {
  it('aborts one and starts the next', async () => {
    const { sent, press } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await press('Cancel a.pdf');
    await shows('a.pdf', 'Cancelled');
    expect(sent.map(({ isAborted }) => isAborted())).toEqual([true, false, false]);
    expect(sentNames(sent)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(actionsOf('a.pdf')).toEqual(['Retry', 'Change details', 'Remove']);
  });

  it('returns a waiting file to Ready without sending it', async () => {
    const { sent, press } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await press('Cancel c.pdf');
    await shows('c.pdf', 'Ready');
    sent[0]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(sentNames(sent)).toEqual(['a.pdf', 'b.pdf']);
    expect(screen.getByText('Upload', { selector: 'button' })).toHaveProperty('disabled', false);
  });

  it('warns that a file may be stored if it is canceled after everything was sent', async () => {
    const { sent, press } = await uploading('a.pdf');
    sent[0]?.progress(1);
    await press('Cancel a.pdf');
    expect(await screen.findByText(/the file may already be stored/)).toBeTruthy();
    await press('Retry a.pdf');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });
});

describe('leaving the upload screen', () => {
  it('asks while files are not uploaded, and can stay', async () => {
    const { choose, user, router } = await openUpload();
    await choose(aFile('a.pdf'));
    await user.click(screen.getByText('Cancel'));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without uploading?' });
    expect(question.textContent).toContain('Files that have not been uploaded will be lost.');
    await user.click(screen.getByText('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/documents/upload');
    expect(stateOf('a.pdf')).toContain('Ready');
  });

  it('aborts running uploads and starts no others', async () => {
    const { sent, user, router } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await user.click(screen.getByText('Cancel', { selector: 'a' }));
    await screen.findByRole('alertdialog', { name: 'Leave while files are uploading?' });
    await user.click(screen.getByText('Leave'));
    await screen.findByText(`Page /patients/${ANN.id}`);
    expect(router.state.location.search).toBe('?tab=documents');
    expect(sent.map(({ isAborted }) => isAborted())).toEqual([true, true]);
  });

  it('does not ask for files that are stored or refused', async () => {
    const { sent, choose, user } = await uploading('a.pdf');
    await choose(aFile('empty.pdf', 0));
    sent[0]?.store();
    await user.click(await screen.findByText('Done'));
    expect(await screen.findByText(`Page /patients/${ANN.id}`)).toBeTruthy();
  });
});
