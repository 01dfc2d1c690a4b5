import { deriveKeys } from '#security/keys.ts';

/** Start time of test clocks: a Saturday in the practice’s time zone. */
export const TEST_NOW = new Date('2026-11-21T15:00:00.000Z');
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);
export const TEST_KEYS = deriveKeys(TEST_MASTER_KEY);
/** Satisfies the password rules for every test user. */
export const TEST_PASSWORD = 'Violet-Harbor-Lantern-42';
