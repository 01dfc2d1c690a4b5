import { expect, it } from 'vitest';
import { lossesAfterKills } from './killed-writers.ts';

it('a portal killed 100 times loses no acknowledged change and no audit entry', async () => {
  expect(await lossesAfterKills(100)).toEqual([]);
});
