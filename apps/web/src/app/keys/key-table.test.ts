import { describe, expect, it } from 'vitest';
import { guidePage } from '#features/help/guide.ts';
import { NAVIGATION } from '../navigation.ts';
import { areaKeys, KEY_GROUPS } from './key-table.ts';

/** The rows of the first table below a heading of the guide page about keys. */
function rowsBelow(heading: string): string[][] {
  const text = guidePage('keys')?.markdown.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

describe('the guide', () => {
  it.each([...KEY_GROUPS, areaKeys(NAVIGATION)].map((group) => [group.title, group] as const))(
    'lists the keys of the table: %s',
    (title, { entries }) => {
      expect(rowsBelow(title)).toEqual(entries.map(({ keys, label }) => [keys, label]));
    },
  );
});
