import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfPages } from '#test/pdf-text.ts';
import { fingerprintText, wordsOf } from '#security/key-words.ts';
import { deriveKeys } from '#security/keys.ts';
import { INIT_ANSWERS, run } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';

let folder: string;
let DATA_DIR: string;
beforeAll(async () => {
  folder = await makePortalFolder();
  DATA_DIR = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `restore-key` with this standard input and returns its output. */
async function restoreKey(input: string, dataDir = DATA_DIR): Promise<string> {
  const { out, err } = await run(['restore-key'], { DATA_DIR: dataDir }, input);
  return out + err;
}

describe('the recovery sheet', () => {
  it('is written by init, and its words restore the key', async () => {
    const sheet = join(folder, 'sheet.pdf');
    const settings = { DATA_DIR, PRACTICE_NAME: 'Harborview Spine' };
    const missing = await run(
      ['init', ...INIT_ANSWERS, '--recovery-sheet', join(folder, 'none/x.pdf')],
      settings,
    );
    expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not exist') });
    const { code, out, err } = await run(['init', ...INIT_ANSWERS, '--recovery-sheet', sheet], settings);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`The recovery sheet is in ${sheet}.`);
    expect((await stat(sheet)).mode & 0o777).toBe(0o600);

    const key = join(DATA_DIR, 'keys/master.key');
    const base64 = await readFile(key, 'utf8');
    const master = Buffer.from(base64, 'base64');
    const fingerprint = fingerprintText(deriveKeys(master).fingerprint);
    const pages = await pdfPages(await readFile(sheet));
    expect(pages).toHaveLength(1);
    const text = pages.join('');
    expect(text).toContain('Harborview Spine');
    expect(text).toContain(`Fingerprint: ${fingerprint}`);
    const words = [...text.matchAll(/\d+\. ([a-z]+)/g)].map(([, word]) => word ?? '');
    expect(words).toEqual(wordsOf(master));
    expect(out).not.toContain(words[0]);
    expect(out).not.toContain(base64.trim());

    expect(await restoreKey(words.join(' '))).toContain(`${key} already exists. Nothing was changed.`);
    await rename(key, join(folder, 'lost.key'));
    expect(await restoreKey(words.toReversed().join(' '))).toMatch(/wrong or out of order|does not belong/);
    expect(await restoreKey(wordsOf(Buffer.alloc(32, 1)).join(' '))).toContain(
      'The master key does not belong to this database.',
    );
    expect(await restoreKey(words.join('\n'))).toBe(
      `The key with the fingerprint ${fingerprint} was written to ${key}.\n`,
    );
    expect(await readFile(key, 'utf8')).toBe(base64);
    expect((await stat(key)).mode & 0o777).toBe(0o600);
  });

  it('can be printed again, never over another file, and only with a key', async () => {
    const sheet = join(folder, 'again.pdf');
    expect(await run(['recovery-sheet', sheet], { DATA_DIR })).toMatchObject({ code: 0, err: '' });
    expect(await run(['recovery-sheet', sheet], { DATA_DIR })).toMatchObject({
      code: 1,
      err: `${sheet} already exists. Choose another name.\n`,
    });
    expect((await run(['recovery-sheet'], { DATA_DIR })).err).toMatch(
      /^error: missing required argument 'file'/,
    );
    expect(
      (await run(['recovery-sheet', join(folder, 'x.pdf')], { DATA_DIR: join(folder, 'empty') })).err,
    ).toMatch(/^There is no master key\. Put it into/);
  });

  it('restores the key of an empty data folder from the text of the QR code', async () => {
    const text = await readFile(join(DATA_DIR, 'keys/master.key'), 'utf8');
    const empty = join(folder, 'new');
    expect(await restoreKey(text, empty)).toContain('was written to');
    expect(await readFile(join(empty, 'keys/master.key'), 'utf8')).toBe(text);
  });
});
