export { createAccount, newTemporaryPassword } from './create-account.ts';
export { findCurrentUser } from './current-user.ts';
export { findMatchingUsers } from './import/find-matching.ts';
export { endSessions } from './sign-in/session-repo.ts';
export { resetSuperAdmin } from './sign-in/reset-admin.ts';
export { requireProvider } from './provider-ref.ts';
export { clearTwoFactor, countActiveUsers } from './user-repo.ts';
