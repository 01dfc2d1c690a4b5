import { expect, it } from 'vitest';
import { LimitedMap } from './limited-map.ts';

it('a limited map forgets its oldest entry when a new one has no room', () => {
  const map = new LimitedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 4]);
});
