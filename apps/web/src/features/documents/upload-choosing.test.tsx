import { MAX_DOCUMENT_BYTES } from '@portal/domain/document';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFile } from './fake-uploads.ts';
import { actionsOf, fileNames, fileRow, openUpload, stateOf } from './upload-screen.tsx';

const uploadButton = () =>
  screen.getByText<HTMLButtonElement>(/^Upload( \d+ files)?$/, { selector: 'button' });

const droppedItem = (isDirectory: boolean, name: string) => ({
  webkitGetAsEntry: () => ({ isDirectory }),
  getAsFile: () => aFile(name),
});

describe('choosing files to upload', () => {
  it('lists them in the order chosen, with their size, and counts them on the button', async () => {
    const { choose } = await openUpload();
    expect(screen.getByText(/at most 25 MB each$/)).toBeTruthy();
    expect(uploadButton().disabled).toBe(true);
    await choose(aFile('b.pdf'), aFile('a.pdf', 10));
    await choose(aFile('c.pdf'));
    expect(fileNames()).toEqual(['b.pdf', 'a.pdf', 'c.pdf']);
    expect(stateOf('b.pdf')).toBe('2.00 KB · Ready');
    expect(stateOf('a.pdf')).toBe('10 Bytes · Ready');
    expect(uploadButton().textContent).toBe('Upload 3 files');
    expect(uploadButton().disabled).toBe(false);
  });

  it.each([
    ['an empty file', 0, 'The file is empty.'],
    ['a file above 25 MB', MAX_DOCUMENT_BYTES + 1, /^The file is larger than 25 MB/],
  ])('refuses %s at once and lets it only be removed', async (_what, size, message) => {
    const { choose, sent, press } = await openUpload();
    await choose(aFile('scan.pdf', size));
    expect(stateOf('scan.pdf')).toContain('Cannot be uploaded');
    expect(screen.getByText(message)).toBeTruthy();
    expect(actionsOf('scan.pdf')).toEqual(['Remove']);
    expect(uploadButton().disabled).toBe(true);
    await press('Remove scan.pdf');
    expect(fileNames()).toEqual([]);
    expect(sent).toHaveLength(0);
  });

  it('takes a file of exactly 25 MB', async () => {
    const { choose } = await openUpload();
    await choose(aFile('scan.pdf', MAX_DOCUMENT_BYTES));
    expect(stateOf('scan.pdf')).toBe('25.00 MB · Ready');
  });

  it('leaves out a file that is in the list, and takes it again after it was removed', async () => {
    const { choose, press } = await openUpload();
    await choose(aFile('a.pdf'));
    await choose(aFile('a.pdf'));
    expect(fileNames()).toEqual(['a.pdf']);
    expect(screen.getByText('A file that is in the list already was left out')).toBeTruthy();
    await press('Remove a.pdf');
    await choose(aFile('a.pdf'));
    expect(fileNames()).toEqual(['a.pdf']);
    expect(screen.getByText('1 file added')).toBeTruthy();
  });

  it('tells files of the same name apart by their size', async () => {
    const { choose } = await openUpload();
    await choose(aFile('scan.pdf', 10), aFile('scan.pdf', 20));
    expect(fileNames()).toEqual(['scan.pdf', 'scan.pdf']);
  });

  it('takes dropped files and leaves folders out', async () => {
    await openUpload();
    fireEvent.drop(screen.getByText('or drop them here'), {
      dataTransfer: {
        items: [droppedItem(false, 'a.pdf'), droppedItem(true, 'folder'), droppedItem(false, 'b.pdf')],
      },
    });
    expect(fileNames()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('does not let the browser open a file that is dropped beside the zone', async () => {
    await openUpload();
    // `fireEvent` is false when the browser's own doing was prevented.
    expect(fireEvent.drop(document.body)).toBe(false);
    expect(fireEvent.dragOver(document.body)).toBe(false);
  });

  it('offers details of its own for a file that can be sent', async () => {
    const { choose } = await openUpload();
    await choose(aFile('a.pdf'));
    expect(actionsOf('a.pdf')).toEqual(['Change details', 'Remove']);
    expect(fileRow('a.pdf').querySelector('[role="progressbar"]')).toBeNull();
  });
});
