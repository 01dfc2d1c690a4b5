import { expect, it } from 'vitest';
import { wrongAfterChange } from './rights-rounds.ts';

it('changed rights, addresses and sessions take effect on the next request of another process', async () => {
  expect(await wrongAfterChange(3)).toEqual([]);
});
