import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TypingDesk } from './typing.ts';

/** From the first autosaved text to the last dictation being saved. */
const ANSWERS = Array.from({ length: 29 }, (_, index) => index + 1);

describe('a portal that is killed while users type', () => {
  let desk: TypingDesk;
  beforeAll(async () => {
    desk = await TypingDesk.open();
  });
  afterAll(() => desk.portal.close());

  it.each(ANSWERS)(
    'after %i responses, acknowledged text is still there and no dictation exists twice',
    async (answers) => {
      expect(await desk.lossesOf(await desk.typeUntilKilled(answers))).toEqual([]);
    },
  );
});
