export { insertAccount, newTemporaryPassword, TWO_FACTOR_OFF } from './accounts.ts';
export { findCurrentUser } from './current-user.ts';
export { requireProvider } from './provider-ref.ts';
export { endSessions } from './end-sessions.ts';
