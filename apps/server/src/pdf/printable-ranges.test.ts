import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FALLBACKS, fontNamed, isNamed } from './fonts.ts';

/** The characters that a style prints. */
const charactersOf = (style: string, fallbacks: readonly string[]): Set<number> =>
  new Set([style, ...fallbacks].flatMap((name) => [...fontNamed(name).characterSet]));

it('the characters that people are told to be printable are those of the fonts (`--update` writes them)', async () => {
  const sets = Object.entries(FALLBACKS).map(([style, fallbacks]) => charactersOf(style, fallbacks));
  expect(Object.keys(FALLBACKS).every((style) => isNamed(style))).toBe(true);
  const all = sets.reduce((common, each) => new Set([...common].filter((code) => each.has(code))));
  const ranges: [number, number][] = [];
  // Characters for private use mean something else in the program they come from, such as Word's symbols.
  const shared = [...all].filter((code) => !/\p{Co}/u.test(String.fromCodePoint(code)));
  for (const code of shared.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const text = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');
  await expect(
    [
      '/** Code points that the PDF fonts have in every style, without those for private use. Written by `vitest --project server pdf/printable-ranges --update`. */',
      'export const PRINTABLE_RANGES =',
      `  '${text}';`,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot(join(import.meta.dirname, '../../../../packages/domain/src/printable-ranges.ts'));
});
