import { userDeactivate, userResetPassword, userTwoFactorOff, userUnlock } from '@portal/contract/users';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { inTransaction } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { newTemporaryPassword } from './create-account.ts';
import { settleWork } from '#features/waiting-work/index.ts';
import { leaveWork } from '#features/timecards/index.ts';
import { endSessions } from './sign-in/session-repo.ts';
import { addUserActivity } from './user-activity.ts';
import {
  isSuperAdmin,
  lockForChange,
  requireAnotherSuperAdmin,
  requireNotEmergencyAccount,
} from './authority.ts';
import { requireNotSelf } from './change-user.ts';
import { suspendKeys } from './sign-in/suspend-keys.ts';
import { presentUser } from './user-view.ts';
import { clearTwoFactor, findUser, updateCredentials, updateUser } from './user-repo.ts';

/**
 * Deactivates a user, signs them out everywhere, closes their open timecard and gives what waits for them to `reassignTo`. Throws
 * NOT_FOUND, FORBIDDEN, CONFLICT, and VALIDATION on reassignTo.
 */
export const deactivateUser = operation(userDeactivate, async (context, { params: { id }, query }) => {
  const reassignTo = query.reassignTo ?? null;
  return inTransaction(context, async (tx) => {
    const administered = await lockForChange(context, tx.db, id);
    const { target } = administered;
    requireNotSelf(administered);
    if (!target.is_active) throw conflict('This user is already inactive.');
    requireNotEmergencyAccount(context, target);
    if (isSuperAdmin(target)) await requireAnotherSuperAdmin(tx.db, id);
    await updateUser(tx.db, id, { is_active: false }, context.now);
    await endSessions(tx, id, context.now, 'deactivated');
    const suspendedKeys = await suspendKeys(tx, id, 'Deactivated', context.now);
    const closedTimecard = await leaveWork(context, tx, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'User',
      entityId: id,
      oldValues: { isActive: true },
      newValues: { isActive: false },
    });
    await settleWork(context, tx, [{ userId: id }], reassignTo);
    addUserActivity(tx, id, 'user.deactivated', `User ${target.user_name} was deactivated`, 'warning');
    const after = await findUser(tx.db, id);
    if (after === undefined) throw notFound();
    return { ...(await presentUser(context, tx.db, after)), closedTimecard, suspendedKeys };
  });
});

/**
 * Sets a new temporary password, signs the user out everywhere and suspends their API keys; 2FA stays on. Throws NOT_FOUND, FORBIDDEN, and CONFLICT for
 * the caller's own account, because that would bypass the check of the current password.
 */
export const resetPassword = operation(userResetPassword, async (context, { params: { id } }) => {
  const { password, columns } = await newTemporaryPassword(context.now);
  return inTransaction(context, async (tx) => {
    const { target, caller } = await lockForChange(context, tx.db, id);
    if (target.id === caller.id)
      throw conflict('You cannot reset your own password here. Change it in your profile.');
    await updateCredentials(tx.db, id, columns, context.now);
    await new LoginThrottle(context.deps.keys).clearAccount(tx.db, target);
    await endSessions(tx, id, context.now, 'password reset');
    const suspendedKeys = await suspendKeys(tx, id, 'PasswordReset', context.now);
    tx.audit({ action: 'Updated', entityType: 'User', entityId: id, newValues: { password: 'reset' } });
    addUserActivity(
      tx,
      id,
      'user.password_reset',
      `The password for ${target.user_name} was reset`,
      'security',
    );
    return { temporaryPassword: password, suspendedKeys };
  });
});

/** Clears the sign-in delay after failed attempts, for all IP addresses. Throws NOT_FOUND, FORBIDDEN. */
export const unlockUser = operation(userUnlock, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const { target } = await lockForChange(context, tx.db, id);
    await new LoginThrottle(context.deps.keys).clearAccount(tx.db, target);
    tx.audit({ action: 'Updated', entityType: 'User', entityId: id, newValues: { signIn: 'unlocked' } });
    addUserActivity(
      tx,
      id,
      'user.sign_in_unlocked',
      `Sign-in was unlocked for ${target.user_name}`,
      'security',
    );
    return presentUser(context, tx.db, target);
  });
});

/**
 * Turns off 2FA for a user who lost access to it, and signs them out everywhere. They sign in with their current password and
 * must choose a new one, because passwords must be longer without 2FA. If 2FA is required, a new grace period begins. Throws NOT_FOUND, FORBIDDEN, and CONFLICT if 2FA is not
 * on or for the caller's own account: for that, the profile asks for the password and a code.
 */
export const turnOffTwoFactor = operation(userTwoFactorOff, async (context, { params: { id }, body }) => {
  const reason = body.reason;
  return inTransaction(context, async (tx) => {
    const { target, caller } = await lockForChange(context, tx.db, id);
    if (target.id === caller.id)
      throw conflict(
        'You cannot turn off your own two-factor authentication here. Turn it off in your profile.',
      );
    if (!target.has_two_factor) throw conflict('Two-factor authentication is not turned on for this user.');
    await clearTwoFactor(tx.db, id, context.now);
    await updateCredentials(tx.db, id, { must_change_password: true }, context.now);
    await endSessions(tx, id, context.now, '2FA turned off');
    await suspendKeys(tx, id, 'TwoFactorReset', context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: id,
      reason,
      oldValues: { secondFactor: 'on' },
      newValues: { secondFactor: 'off' },
    });
    addUserActivity(
      tx,
      id,
      'user.two_factor_turned_off',
      `Two-factor authentication was turned off for ${target.user_name}`,
      'security',
    );
    const after = await findUser(tx.db, id);
    if (after === undefined) throw notFound();
    return presentUser(context, tx.db, after);
  });
});
