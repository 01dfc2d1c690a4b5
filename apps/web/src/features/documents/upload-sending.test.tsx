import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '#lib/test/choose-option.ts';
import { ANN } from './document-fixtures.ts';
import { aFile } from './fake-uploads.ts';
import { actionsOf, fileNames, fileRow, openUpload, stateOf } from './upload-screen.tsx';

const sentNames = (sent: readonly { fileName: string }[]) => sent.map(({ fileName }) => fileName);
const shows = (name: string, state: string) => waitFor(() => expect(stateOf(name)).toContain(state));

/** The screen with these files and the details for all, sent. */
async function uploading(...names: string[]) {
  const screenOf = await openUpload();
  await screenOf.choose(...names.map((name) => aFile(name)));
  await screenOf.fillDetails();
  await screenOf.submit();
  await shows(names[0] ?? '', '0 %');
  return screenOf;
}

const progressBar = () => screen.getByLabelText('Upload of a.pdf');

describe('sending files', () => {
  it('sends nothing while the details are missing, and says what is missing', async () => {
    const { choose, submit, sent } = await openUpload();
    await choose(aFile('a.pdf'));
    await submit();
    expect(await screen.findByText('Document type is required')).toBeTruthy();
    expect(screen.getByText('Category is required')).toBeTruthy();
    expect(stateOf('a.pdf')).toContain('Ready');
    expect(sent).toHaveLength(0);
  });

  it('sends two at a time, in the order of the list, with the details for all', async () => {
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

  it('says how much has left, then that the server stores it', async () => {
    const { sent } = await uploading('a.pdf');
    sent[0]?.progress(0.4);
    await shows('a.pdf', '40 %');
    expect(progressBar().getAttribute('aria-valuenow')).toBe('40');
    sent[0]?.progress(1);
    await shows('a.pdf', 'Storing');
    expect(progressBar().getAttribute('aria-valuenow')).toBeNull();
  });

  it('leads to a stored file, announces it, and ends with Done', async () => {
    const { sent } = await uploading('a.pdf');
    expect(actionsOf('a.pdf')).toEqual(['Cancel']);
    sent[0]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(actionsOf('a.pdf')).toEqual(['Open', 'Remove']);
    expect(screen.getByText('a.pdf was uploaded')).toBeTruthy();
    expect(screen.getByText('Done').getAttribute('href')).toBe(`/patients/${ANN.id}?tab=documents`);
  });

  it('keeps a file that failed while the others are stored, with the reason and Retry', async () => {
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

  it('repeats a cut upload under the same key, and under another once its details differ', async () => {
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

  it('shows what the server says of a field next to the file', async () => {
    const { sent } = await uploading('a.pdf');
    sent[0]?.answer(422, {
      code: 'VALIDATION_FAILED',
      message: 'Check the fields.',
      errors: { patientId: ['This patient is not active'] },
    });
    await shows('a.pdf', 'Not uploaded');
    expect(fileRow('a.pdf').textContent).toContain('This patient is not active');
  });

  it('offers no second try for a file of a kind that is not allowed', async () => {
    const { sent } = await uploading('program.exe', 'b.pdf');
    const message = 'Files of this kind cannot be stored.';
    sent[0]?.answer(415, { code: 'FILE_TYPE_NOT_ALLOWED', message, errors: { file: [message] } });
    await shows('program.exe', 'Cannot be uploaded');
    expect(actionsOf('program.exe')).toEqual(['Remove']);
    expect(fileRow('program.exe').textContent).toContain(message);
    sent[1]?.store();
    // What can never be stored does not keep the user on the screen.
    expect(await screen.findByText('Done')).toBeTruthy();
  });

  it('asks before it stores a file a second time', async () => {
    const { sent, press } = await uploading('a.pdf');
    sent[0]?.answer(409, {
      code: 'CONFIRMATION_REQUIRED',
      message: 'The same file is already stored for this patient: old.pdf.',
    });
    await shows('a.pdf', 'Already stored');
    expect(actionsOf('a.pdf')).toEqual(['Upload anyway', 'Change details', 'Remove']);
    await press('Upload anyway a.pdf');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.fields['acceptDuplicate']).toBeUndefined();
    expect(sent[1]?.fields['acceptDuplicate']).toBe('true');
  });
});

describe('cancelling uploads', () => {
  it('ends one and lets the next one go', async () => {
    const { sent, press } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await press('Cancel a.pdf');
    await shows('a.pdf', 'Cancelled');
    expect(sent.map(({ isAborted }) => isAborted())).toEqual([true, false, false]);
    expect(sentNames(sent)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(actionsOf('a.pdf')).toEqual(['Retry', 'Change details', 'Remove']);
  });

  it('takes a file that waits back without sending it', async () => {
    const { sent, press } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await press('Cancel c.pdf');
    await shows('c.pdf', 'Ready');
    sent[0]?.store();
    await shows('a.pdf', 'Uploaded');
    expect(sentNames(sent)).toEqual(['a.pdf', 'b.pdf']);
    expect(screen.getByText('Upload', { selector: 'button' })).toHaveProperty('disabled', false);
  });

  it('says that a file may be stored when it is cancelled after all of it has left', async () => {
    const { sent, press } = await uploading('a.pdf');
    sent[0]?.progress(1);
    await press('Cancel a.pdf');
    expect(await screen.findByText(/it may be stored already/)).toBeTruthy();
    await press('Retry a.pdf');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });
});

describe('leaving the upload screen', () => {
  it('asks while files are not uploaded, and stays', async () => {
    const { choose, user, router } = await openUpload();
    await choose(aFile('a.pdf'));
    await user.click(screen.getByText('Cancel'));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without uploading?' });
    expect(question.textContent).toContain('Files that are not uploaded yet will not be stored.');
    await user.click(screen.getByText('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/documents/upload');
    expect(stateOf('a.pdf')).toContain('Ready');
  });

  it('ends the uploads that are under way and begins no other', async () => {
    const { sent, user, router } = await uploading('a.pdf', 'b.pdf', 'c.pdf');
    await user.click(screen.getByText('Cancel', { selector: 'a' }));
    await screen.findByRole('alertdialog', { name: 'Leave while files are uploading?' });
    await user.click(screen.getByText('Leave'));
    await screen.findByText(`Page /patients/${ANN.id}`);
    expect(router.state.location.search).toBe('?tab=documents');
    expect(sent.map(({ isAborted }) => isAborted())).toEqual([true, true]);
  });

  it('does not ask for files that are stored or cannot be', async () => {
    const { sent, choose, user } = await uploading('a.pdf');
    await choose(aFile('empty.pdf', 0));
    sent[0]?.store();
    await user.click(await screen.findByText('Done'));
    expect(await screen.findByText(`Page /patients/${ANN.id}`)).toBeTruthy();
  });
});
