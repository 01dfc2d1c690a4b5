import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TypingDesk } from './typing.ts';

describe('a portal that is killed while users type', () => {
  let desk: TypingDesk;
  beforeAll(async () => {
    desk = await TypingDesk.open();
  });
  afterAll(() => desk.portal.close());

  it('acknowledged text is still there and no dictation exists twice', async () => {
    // Some dictations are saved by then, the others are not.
    expect(await desk.lossesOf(await desk.typeUntilKilled(26))).toEqual([]);
  });
});
