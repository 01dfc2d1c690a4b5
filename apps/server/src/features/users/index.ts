export { createAccount, newTemporaryPassword } from './create-account.ts';
export { findCurrentUser } from './current-user.ts';
export { findMatchingUsers } from './find-matching.ts';
export { endSessions } from './session-repo.ts';
export { resetSuperAdmin } from './reset-admin.ts';
export { requireProvider } from './provider-ref.ts';
export { clearTwoFactor, countActiveUsers } from './user-repo.ts';
