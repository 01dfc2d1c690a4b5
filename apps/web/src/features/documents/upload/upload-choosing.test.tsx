import { MAX_DOCUMENT_BYTES } from '@portal/domain/document';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFile } from '#lib/test/fake-uploads.ts';
import { actionsOf, fileNames, fileRow, openUpload, stateOf } from './test/upload-screen.tsx';

const uploadButton = () =>
  screen.getByText<HTMLButtonElement>(/^Upload( \d+ files)?$/, { selector: 'button' });

const droppedItem = (isDirectory: boolean, name: string) => ({
  webkitGetAsEntry: () => ({ isDirectory }),
  getAsFile: () => aFile(name),
});

describe('choosing files to upload', () => {
  it('lists them in the order chosen, with their size, and counts them on the button', async () => {
    const { choose } = await openUpload();
    expect(screen.getByText(/up to 25 MB each$/)).toBeTruthy();
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
  ])('refuses %s immediately and only offers to remove it', async (_what, size, message) => {
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

  it('accepts a file of exactly 25 MB', async () => {
    const { choose } = await openUpload();
    await choose(aFile('scan.pdf', MAX_DOCUMENT_BYTES));
    expect(stateOf('scan.pdf')).toBe('25.00 MB · Ready');
  });

  it('skips a file already in the list, and accepts it again after removal', async () => {
    const { choose, press } = await openUpload();
    await choose(aFile('a.pdf'));
    await choose(aFile('a.pdf'));
    expect(fileNames()).toEqual(['a.pdf']);
    expect(screen.getByText('A file already in the list was skipped')).toBeTruthy();
    await press('Remove a.pdf');
    await choose(aFile('a.pdf'));
    expect(fileNames()).toEqual(['a.pdf']);
    expect(screen.getByText('1 file added')).toBeTruthy();
  });

  it('distinguishes files of the same name by size', async () => {
    const { choose } = await openUpload();
    await choose(aFile('scan.pdf', 10), aFile('scan.pdf', 20));
    expect(fileNames()).toEqual(['scan.pdf', 'scan.pdf']);
  });

  it('accepts files that are dropped anywhere on the page, and ignores folders', async () => {
    await openUpload();
    const items = [droppedItem(false, 'a.pdf'), droppedItem(true, 'folder'), droppedItem(false, 'b.pdf')];
    const dropped = { dataTransfer: { types: ['Files'], items } };
    // `fireEvent` returns false if the default action was prevented: the browser would open the file.
    expect(fireEvent.dragOver(document.body, dropped)).toBe(false);
    expect(fireEvent.drop(document.body, dropped)).toBe(false);
    expect(fileNames()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('accepts pasted images, which get a name, and leaves text that is pasted into a field alone', async () => {
    await openUpload();
    const image = new File([new Uint8Array(9)], 'image.png', { type: 'image/png' });
    const paste = (target: Element, ...types: string[]) =>
      fireEvent.paste(target, { clipboardData: { types, files: [image] } });
    expect(paste(screen.getByLabelText('Note'), 'text/plain', 'Files')).toBe(true);
    expect(fileNames()).toEqual([]);
    expect(paste(document.body, 'Files')).toBe(false);
    expect(fileNames()).toEqual([expect.stringMatching(/^Pasted image \d{8}-\d{6}\.png$/)]);
  });

  it('offers custom details for a file that can be sent', async () => {
    const { choose } = await openUpload();
    await choose(aFile('a.pdf'));
    expect(actionsOf('a.pdf')).toEqual(['Change details', 'Remove']);
    expect(fileRow('a.pdf').querySelector('[role="progressbar"]')).toBeNull();
  });
});
