import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Code that is no component. Its callers say what failed. */
const WITHOUT_A_PLACE = [
  'features/documents/use-document-files.ts',
  'lib/live/live.ts',
  'lib/passkeys/passkeys.ts',
];

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

it('components that load when they are needed have a place that says why they could not be loaded', () => {
  const lazy = files.filter(({ text }) => /\blazy\b[^;]*from 'react'|\blazy:/.test(text));
  expect(lazy.map(({ file }) => file)).toEqual(['ui/create-lazy-part.tsx']);
});

it('code is imported on demand only by lazy parts, pages, and what reports failures itself', () => {
  const importing = files.filter(({ text }) => /\bimport\(/.test(text));
  expect(importing.length).toBeGreaterThan(30);
  const others = importing.filter(
    ({ file, text }) =>
      !/\blazyPart\(|\bcreateLazyPart\(|\bpatientTab\(/.test(text) && !file.startsWith('app/routes/'),
  );
  expect(others.map(({ file }) => file).toSorted()).toEqual(WITHOUT_A_PLACE);
});
