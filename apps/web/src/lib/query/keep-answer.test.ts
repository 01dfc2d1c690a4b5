import { describe, expect, it } from 'vitest';
import { keepAnswer } from './keep-answer.ts';
import { createQueryClient } from './query-client.ts';

const KEY = ['Codes', '/codes', {}];
const CODE = { id: 'a', version: 1, code: 'M54.16', isActive: true, category: null };
const CHANGED = { ...CODE, version: 2, isActive: false, category: 'Spine' };

/** The cached value after the response, and whether it was replaced. */
function after(kept: unknown, answer: unknown, tags: readonly string[] = ['Codes']) {
  const client = createQueryClient();
  client.setQueryData(KEY, kept, { updatedAt: 1 });
  keepAnswer(client, tags, answer);
  return {
    kept: client.getQueryData(KEY),
    isExchanged: client.getQueryState(KEY)?.dataUpdatedAt !== 1,
  };
}

describe('keepAnswer', () => {
  it('replaces the cached record, also in pages of a list', () => {
    expect(after(CODE, CHANGED).kept).toEqual(CHANGED);
    const other = { ...CODE, id: 'b' };
    expect(after({ items: [other, CODE], totalCount: 2 }, CHANGED).kept).toEqual({
      items: [other, CHANGED],
      totalCount: 2,
    });
  });

  it('uses the record next to a message', () => {
    expect(after([CODE], { message: 'Done', billingCode: CHANGED }).kept).toEqual([CHANGED]);
  });

  it('keeps only the fields that a row has', () => {
    const { category: _category, ...row } = CODE;
    const { category: _changed, ...expected } = CHANGED;
    expect(after([row], CHANGED).kept).toEqual([expected]);
  });

  it.each([
    ['one with more fields', { ...CODE, uses: 3 }],
    ['one with a field of another type', { ...CODE, code: ['M54.16'] }],
    ['a newer one', { ...CODE, version: 3 }],
    ['another one', { ...CODE, id: 'b' }],
    ['nothing', null],
  ])('leaves %s unchanged', (_what, kept) => {
    const found = after(kept, CHANGED);
    expect(found.kept).toEqual(kept);
    expect(found.isExchanged).toBe(false);
  });

  it('leaves other areas, and everything when the response has no record', () => {
    expect(after(CODE, CHANGED, ['Titles']).kept).toEqual(CODE);
    for (const answer of [undefined, null, 'done', { message: 'Done' }, [CHANGED]])
      expect(after(CODE, answer).kept).toEqual(CODE);
  });
});
