import { describe, expect, it } from 'vitest';
import { splitIntoBatches } from './portions.ts';
import { readTextFile } from '#lib/files/read-text-file.ts';
import { reportSummary } from './import-labels.ts';

const rowOf = (description: string) => ({ row: { codeType: 'CPT', code: '1', description } });

describe('files of codes', () => {
  it('refuses a file of 30 MB or without text before sending anything', async () => {
    const large = new File([new Uint8Array(30 * 1024 * 1024)], 'codes.csv');
    expect(await readTextFile(large)).toEqual({
      error: 'codes.csv is larger than 20 MB. Split it into smaller files and import them one at a time.',
    });
    const binary = new File([new Uint8Array([80, 75, 0, 0])], 'codes.xlsx');
    expect(await readTextFile(binary)).toEqual({
      error: 'codes.xlsx is not a text file. Save it as CSV and choose that file.',
    });
    const old = new File([new Uint8Array([0x4d, 0xe9])], 'codes.csv');
    expect(await readTextFile(old)).toEqual({ text: 'Mé' });
  });
});

describe('batched import', () => {
  it('fills each batch to its limit and keeps all rows in order', () => {
    const rows = Array.from({ length: 4500 }, (_, index) => rowOf(`é${index}`));
    const portions = splitIntoBatches(rows);
    expect(portions.flat()).toEqual(rows);
    expect(portions.every((portion) => portion.length <= 2000)).toBe(true);
    const long = splitIntoBatches(Array.from({ length: 1000 }, () => rowOf('é'.repeat(400))));
    for (const portion of long)
      expect(Buffer.byteLength(JSON.stringify(portion.map(({ row }) => row)))).toBeLessThan(256 * 1024);
  });

  it('summarizes the result in one line', () => {
    const rows = [{ outcome: 'insert' }, { outcome: 'error' }, { outcome: 'error' }] as const;
    expect(reportSummary(rows, false)).toBe(
      '1 code will be added and 0 changed; 0 unchanged. 2 rows skipped.',
    );
    expect(reportSummary(rows.slice(0, 1), true)).toBe('1 code was added and 0 changed; 0 unchanged.');
  });
});
