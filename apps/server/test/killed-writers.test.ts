import { expect, it } from 'vitest';
import { lossesAfterKills } from './killed-writers.ts';

it('a portal killed twice loses no acknowledged change and no audit entry', async () => {
  expect(await lossesAfterKills(2)).toEqual([]);
});
