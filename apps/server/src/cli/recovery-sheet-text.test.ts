import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { portalForTest } from '#test/harness.ts';
import { missingCharacters, UNICODE_TEXTS } from '#test/pdf-characters.ts';
import { QUESTIONS } from './init-answers.ts';
import { writeRecoverySheet } from './recovery-sheet.ts';

it('the recovery sheet shows the characters of the practice’s name, of each category of Unicode', async () => {
  const { config } = (await portalForTest()).deps;
  const folder = await mkdtemp(join(tmpdir(), 'portal-sheet-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  for (const [at, [, texts]] of UNICODE_TEXTS.entries()) {
    const name = `${texts[0] ?? ''} ${texts.at(-1) ?? ''}`;
    const file = join(folder, `${at}.pdf`);
    await writeRecoverySheet({ ...config, masterKey }, file, { practice: { ...config.practice, name } });
    const pdf = await readFile(file);
    expect(await missingCharacters(pdf, name)).toBe('');
    expect(await missingCharacters(pdf, `${name}${'Ж'.repeat(50)}`)).not.toBe('');
  }
});

it('init refuses a name of the practice that the PDFs cannot show', () => {
  const { schema } = QUESTIONS.practice;
  expect(schema.parse('Łódź Pain ≥ 1')).toBe('Łódź Pain ≥ 1');
  expect(schema.safeParse('Pain 🩺').error?.issues.map(({ message }) => message)).toEqual([
    'The PDF cannot show 🩺 (U+1FA7A). Use words instead.',
  ]);
});
