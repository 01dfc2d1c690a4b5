export { announceExpiringOverrides, removeExpiredOverrides } from './expired-overrides.ts';
