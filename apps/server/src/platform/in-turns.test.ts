import { expect, it } from 'vitest';
import { mapInTurns } from './in-turns.ts';

it('lets other work run between two items', async () => {
  const order: string[] = [];
  const done = mapInTurns(['a', 'b', 'c'], (item) => {
    order.push(item);
    setImmediate(() => order.push(`after ${item}`));
    return item.toUpperCase();
  });
  expect(await done).toEqual(['A', 'B', 'C']);
  expect(order).toEqual(['a', 'after a', 'b', 'after b', 'c', 'after c']);
});
