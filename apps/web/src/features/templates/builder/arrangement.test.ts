import { templateContent } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import {
  arrangementOf,
  crossed,
  dropped,
  describePosition,
  putInto,
  rearranged,
  stepped,
  type Arrangement,
} from './arrangement.ts';

/** Creates sections from field lists: `content('a b', '', 'c')` has three sections, the second one empty. */
const content = (...sections: readonly string[]) =>
  templateContent.parse({
    version: 1,
    sections: sections.map((fields, at) => ({
      id: `s${at}`,
      title: `Section ${at}`,
      fields: fields
        .split(' ')
        .filter(Boolean)
        .map((id) => ({ id, label: id.toUpperCase(), type: 'text' })),
    })),
  });
const order = (arrangement: Arrangement) =>
  arrangement.map(({ fields }) => fields.join(' ').replaceAll('f:', ''));

const titleOf = (key: string) => (key === 's:s2' ? 'Closing' : '');

const start = arrangementOf(content('a b', '', 'c d'));

describe('reordering fields and moving them between sections', () => {
  it('moves a field to the position of the field it is dropped on in the same section', () => {
    expect(order(dropped(start, 'f:a', 'f:b'))).toEqual(['b a', '', 'c d']);
    expect(order(dropped(start, 'f:d', 'f:c'))).toEqual(['a b', '', 'd c']);
    expect(dropped(start, 'f:a', 'f:a')).toBe(start);
  });

  it('moves a field dropped on another section before or after the field there, or to the end', () => {
    expect(order(crossed(start, 'f:a', 'f:c', false))).toEqual(['b', '', 'a c d']);
    expect(order(crossed(start, 'f:a', 'f:c', true))).toEqual(['b', '', 'c a d']);
    expect(order(crossed(start, 'f:a', 's:s1', false))).toEqual(['b', 'a', 'c d']);
    expect(crossed(start, 'f:a', 'f:b', true)).toBe(start);
    expect(crossed(start, 's:s0', 's:s1', true)).toBe(start);
    expect(crossed(start, 'f:a', 'f:gone', true)).toBe(start);
    expect(order(putInto(start, 'f:c', 's:s0'))).toEqual(['a b c', '', 'd']);
  });

  it('moves a field through all sections and back with the arrow keys', () => {
    const down: string[][] = [];
    let now = start;
    for (let next = stepped(now, 'f:a', 1); next !== now; next = stepped(now, 'f:a', 1)) {
      now = next;
      down.push(order(now));
    }
    expect(down).toEqual([
      ['b a', '', 'c d'],
      ['b', 'a', 'c d'],
      ['b', '', 'a c d'],
      ['b', '', 'c a d'],
      ['b', '', 'c d a'],
    ]);
    for (let at = 0; at < down.length; at += 1) now = stepped(now, 'f:a', -1);
    expect(order(now)).toEqual(order(start));
    expect(stepped(now, 'f:a', -1)).toBe(now);
  });

  it('moves whole sections, but not past the ends', () => {
    expect(order(stepped(start, 's:s0', 1))).toEqual(['', 'a b', 'c d']);
    expect(order(dropped(start, 's:s2', 's:s0'))).toEqual(['c d', 'a b', '']);
    expect(stepped(start, 's:s0', -1)).toBe(start);
    expect(stepped(start, 's:s2', 1)).toBe(start);
  });

  it('neither loses nor duplicates a field in any move', () => {
    const all = content('a b', '', 'c d');
    const keys = start.flatMap(({ key, fields }) => [key, ...fields]);
    for (const key of keys) {
      for (const over of keys) {
        for (const next of [
          dropped(start, key, over),
          crossed(start, key, over, true),
          stepped(start, key, 1),
        ]) {
          const { sections } = rearranged(all, next);
          expect(sections.map(({ id }) => id).toSorted()).toEqual(['s0', 's1', 's2']);
          expect(sections.flatMap(({ fields }) => fields.map(({ id }) => id)).toSorted()).toEqual([
            'a',
            'b',
            'c',
            'd',
          ]);
        }
      }
    }
    expect(rearranged(all, start)).toEqual(all);
  });

  it('distinguishes fields with the same id, which a new template can have', () => {
    const doubled = content('a a', 'a');
    expect(order(arrangementOf(doubled))).toEqual(['a a#2', 'a#3']);
    expect(rearranged(doubled, arrangementOf(doubled))).toEqual(doubled);
  });

  it('describes a position in words', () => {
    expect(describePosition(start, 'f:d', titleOf)).toBe('position 2 of 2 in Closing');
    expect(describePosition(start, 's:s1', titleOf)).toBe('position 2 of 3');
  });
});
