import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TypingDesk } from './typing.ts';

describe('a portal that is killed while people type', () => {
  let desk: TypingDesk;
  beforeAll(async () => {
    desk = await TypingDesk.open();
  });
  afterAll(() => desk.portal.close());

  it('what was typed and answered is there again, and no note twice', async () => {
    // Some are saved by then, the others are not.
    expect(await desk.lossesOf(await desk.typeUntilKilled(26))).toEqual([]);
  });
});
