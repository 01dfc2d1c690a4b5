import { expect, it } from 'vitest';
import { wrongAfterChange } from './rights-rounds.ts';

it('changed rights, addresses and sessions take effect on the next request of another process, 1,000 times', async () => {
  expect(await wrongAfterChange(200)).toEqual([]);
});
