import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

it('forms in dialogs say what they are about, so that input is never restored for another record', () => {
  const dialogs = globSync('{features,ui}/**/*.tsx', { cwd: SOURCES })
    .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const)
    .filter(([, text]) => text.includes('<FormDialog') && text.includes('useAppForm('))
    .filter(([, text]) => /<Form form=\{form\}(?! guardsChanges=\{false\})/.test(text));
  expect(dialogs.length).toBeGreaterThan(10);
  expect(dialogs.filter(([, text]) => !/^\s+about: /m.test(text)).map(([file]) => file)).toEqual([]);
});
