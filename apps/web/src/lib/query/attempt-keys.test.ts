import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { createAttemptKeys } from './attempt-keys.ts';

describe('decisions 9', () => {
  it.each([
    new ApiError(0, 'NETWORK'),
    new ApiError(503, 'UNAVAILABLE'),
    new ApiError(409, 'DUPLICATE_REQUEST'),
  ])('the same input keeps its key while it is not known whether it was done (%s)', (error) => {
    const keys = createAttemptKeys();
    const first = keys.keyFor({ name: 'A' });
    keys.settle(error);
    expect(keys.keyFor({ name: 'A' })).toBe(first);
    expect(keys.keyFor({ name: 'B' })).not.toBe(first);
  });

  it('success and refusal end the attempt', () => {
    const keys = createAttemptKeys();
    const first = keys.keyFor({ name: 'A' });
    keys.settle();
    const second = keys.keyFor({ name: 'A' });
    expect(second).not.toBe(first);
    keys.settle(new ApiError(400, 'VALIDATION'));
    expect(keys.keyFor({ name: 'A' })).not.toBe(second);
  });
});
