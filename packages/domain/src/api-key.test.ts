import { describe, expect, it } from 'vitest';
import { apiKeyActor, apiKeyStateLabel, keyExpiryProblem, MAX_KEY_DAYS } from './api-key.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const inDays = (days: number, ms = 0) => new Date(NOW.getTime() + days * 86_400_000 + ms);

describe('the expiration of an API key', () => {
  it.each([
    ['in the past', inDays(-1), 'Expiration must be in the future'],
    ['now', NOW, 'Expiration must be in the future'],
    ['in a millisecond', inDays(0, 1), null],
    ['in a year', inDays(365), null],
    ['after the longest time', inDays(MAX_KEY_DAYS), null],
    ['a millisecond later', inDays(MAX_KEY_DAYS, 1), 'Expiration can be at most one year from today'],
  ])('%s', (_when, expiresAt, problem) => {
    expect(keyExpiryProblem(expiresAt, NOW)).toBe(problem);
  });
});

it('names a key and its state for people', () => {
  expect(apiKeyActor('LabLink', 'Ada Lovelace')).toBe('LabLink (API key of Ada Lovelace)');
  expect(apiKeyStateLabel('CreatorInactive')).toBe('Creator inactive');
});
