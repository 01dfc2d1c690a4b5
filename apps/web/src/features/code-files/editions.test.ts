import type { CodeFile } from '@portal/contract/code-files';
import { describe, expect, it } from 'vitest';
import { afterUndo, editionOn, kindStates } from './editions.ts';
import { aCodeFile } from './test/code-file-fixtures.ts';

const file = (id: string, editionFrom: string, editionTo: string | null, change: Partial<CodeFile> = {}) =>
  aCodeFile({ id, editionFrom, editionTo, ...change });
const JULY = file('july', '2026-07-01', '2026-09-30');
const OCTOBER = file('october', '2026-10-01', '2026-12-31');
const NEXT = file('next', '2027-01-01', '2027-03-31');

const chipOn = (today: string, ...files: readonly CodeFile[]) =>
  kindStates(files, today).find(({ kind }) => kind === 'mue')?.chip.label;

describe('the edition of a day', () => {
  it('is the newest one that has begun, with all its files', () => {
    const second = file('second', '2026-10-01', null);
    expect(editionOn([NEXT, OCTOBER, second, JULY], 'mue', '2026-11-21')).toEqual({
      editionFrom: '2026-10-01',
      editionTo: '2026-12-31',
      rowCount: 240,
      fileIds: ['october', 'second'],
    });
    expect(editionOn([OCTOBER, JULY], 'mue', '2026-09-30')?.fileIds).toEqual(['july']);
  });

  it('is not one that is not loaded, undone, or of another kind', () => {
    expect(editionOn([file('a', '2026-10-01', null, { status: 'Undone' })], 'mue', '2026-11-21')).toBe(
      undefined,
    );
    expect(editionOn([OCTOBER], 'ptp', '2026-11-21')).toBe(undefined);
  });

  it('before the first edition is the oldest one only if the rows have their own dates', () => {
    const pairs = file('pairs', '2026-10-01', null, { kind: 'ptp' });
    expect(editionOn([pairs], 'ptp', '2026-01-01')?.fileIds).toEqual(['pairs']);
    expect(editionOn([OCTOBER], 'mue', '2026-01-01')).toBe(undefined);
  });
});

describe('the state of a kind', () => {
  it('says from 30 days before the end when the edition ends, unless the next one is loaded', () => {
    expect(chipOn('2026-11-30', OCTOBER)).toBe('Current');
    expect(chipOn('2026-12-01', OCTOBER)).toBe('Ends in 30 days');
    expect(chipOn('2026-12-30', OCTOBER)).toBe('Ends in 1 day');
    expect(chipOn('2026-12-31', OCTOBER)).toBe('Ends today');
    expect(chipOn('2026-12-31', OCTOBER, NEXT)).toBe('Current');
    expect(chipOn('2027-01-01', OCTOBER)).toBe('Ended 12/31/2026');
    expect(chipOn('2027-01-01', OCTOBER, NEXT)).toBe('Current');
  });

  it('is not loaded without a file, and current if nobody knows the last day', () => {
    expect(chipOn('2026-11-21')).toBe('Not loaded');
    expect(chipOn('2026-11-21', file('a', '2026-10-01', null))).toBe('Current');
  });
});

describe('what counts after an undo', () => {
  const today = '2026-11-21';

  it('is the edition before, or nothing', () => {
    expect(afterUndo([OCTOBER, JULY], OCTOBER, today)).toBe('Then the edition from 07/01/2026 counts again.');
    expect(afterUndo([OCTOBER], OCTOBER, today)).toBe(
      'Then no file of this kind is loaded, and codes are not checked against a current file.',
    );
  });

  it('stays the same after the undo of an edition that does not count today', () => {
    expect(afterUndo([NEXT, OCTOBER], NEXT, today)).toBe('The edition from 10/01/2026 still counts today.');
  });

  it('is the rest of an edition that came in several files', () => {
    expect(afterUndo([OCTOBER, file('second', '2026-10-01', null)], OCTOBER, today)).toBe(
      'Then the edition from 10/01/2026 lacks these rows; its other files stay loaded.',
    );
  });
});
