import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TypingDesk } from './typing.ts';

/** From the first text that was kept to the last note that is being saved. */
const ANSWERS = Array.from({ length: 29 }, (_, index) => index + 1);

describe('a portal that is killed while people type', () => {
  let desk: TypingDesk;
  beforeAll(async () => {
    desk = await TypingDesk.open();
  });
  afterAll(() => desk.portal.close());

  it.each(ANSWERS)(
    'after %i answers what was typed and answered is there again, and no note twice',
    async (answers) => {
      expect(await desk.lossesOf(await desk.typeUntilKilled(answers))).toEqual([]);
    },
  );
});
