import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { createAttemptKeys } from './attempt-keys.ts';

describe('idempotency keys of attempts', () => {
  it.each([
    new ApiError(0, 'NETWORK'),
    new ApiError(503, 'UNAVAILABLE'),
    new ApiError(409, 'DUPLICATE_REQUEST'),
  ])('stay the same while the outcome is unknown (%s)', (error) => {
    const keys = createAttemptKeys();
    const first = keys.keyFor({ name: 'A' });
    keys.settle(error);
    expect(keys.keyFor({ name: 'A' })).toBe(first);
    expect(keys.keyFor({ name: 'B' })).not.toBe(first);
  });

  it('change after success or rejection', () => {
    const keys = createAttemptKeys();
    const first = keys.keyFor({ name: 'A' });
    keys.settle();
    const second = keys.keyFor({ name: 'A' });
    expect(second).not.toBe(first);
    keys.settle(new ApiError(400, 'VALIDATION'));
    expect(keys.keyFor({ name: 'A' })).not.toBe(second);
  });
});
