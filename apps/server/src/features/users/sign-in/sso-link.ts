import { userSingleSignOn, userSingleSignOnRemove } from '@portal/contract/single-sign-on';
import { conflict, notFound } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { lockForChange } from '../authority.ts';
import { endSessions } from './session-repo.ts';
import { findLinkedAt, removeLinks } from './sso-link-repo.ts';
import { addUserActivity } from '../user-activity.ts';
import { findUser } from '../user-repo.ts';

/** Returns since when a user is linked to single sign-on. Throws NOT_FOUND. */
export const getSsoLink = operation(userSingleSignOn, async ({ deps }, { params: { id } }) => {
  if ((await findUser(deps.db, id)) === undefined) throw notFound('User not found');
  return { linkedAt: (await findLinkedAt(deps.db, id))?.toISOString() ?? null };
});

/**
 * Removes a user's link to single sign-on and signs them out everywhere, because the link may have opened their sessions. The next single sign-on with
 * their verified email address links them again. Throws NOT_FOUND, FORBIDDEN, CONFLICT.
 */
export const removeSsoLink = operation(userSingleSignOnRemove, async (context, { params: { id } }) => {
  await inTransaction(context, async (tx) => {
    const { target } = await lockForChange(context, tx.db, id);
    if (!(await removeLinks(tx.db, id))) throw conflict('This user is not linked to single sign-on.');
    await endSessions(tx, id, context.now, 'single sign-on link removed');
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: id,
      oldValues: { singleSignOn: 'linked' },
      newValues: { singleSignOn: 'not linked' },
    });
    addUserActivity(
      tx,
      id,
      'user.single_sign_on_unlinked',
      `The link to single sign-on of ${target.user_name} was removed`,
      'security',
    );
  });
  return undefined;
});
