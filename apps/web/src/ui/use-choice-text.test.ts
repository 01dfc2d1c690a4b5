import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('Enter submits no form from any picker, and no picker erases what was typed', () => {
  const pickers = globSync('**/*.tsx', { cwd: SOURCES })
    .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const)
    .filter(([, text]) => /<Autocomplete\b/.test(text));
  expect(pickers.length).toBeGreaterThan(6);
  const careless = pickers.filter(
    ([, text]) =>
      !text.includes('{...box.props}') &&
      !(text.includes('onKeyDown={enterStays}') && /freeSolo|clearOnBlur=\{false\}/.test(text)),
  );
  expect(careless.map(([file]) => file)).toEqual([]);
});
