import { ssoLinkList, ssoRelink } from '@portal/contract/single-sign-on';
import { clampPage } from '@portal/domain/list';
import { conflict } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { forbidden, isSuperAdmin, lockForChange } from '../authority.ts';
import { endSessions } from './session-repo.ts';
import { countLinks, findLinks, removeLinks } from './sso-link-repo.ts';
import { addUserActivity } from '../user-activity.ts';

/** Lists a page of the users who are linked to the issuer of single sign-on; nobody without one. */
export const getSsoLinks = operation(ssoLinkList, async ({ deps }, { query }) => {
  const issuer = deps.config.sso?.issuer ?? '';
  const totalCount = await countLinks(deps.db, issuer);
  const rows = await findLinks(deps.db, issuer, clampPage({ ...query, totalCount }));
  return {
    items: rows.map((row) => ({
      id: row.id,
      username: row.user_name,
      firstName: row.first_name,
      lastName: row.last_name,
      isActive: row.is_active,
      linkedAt: row.linked_at.toISOString(),
      refusedAt: row.refused_at?.toISOString() ?? null,
    })),
    totalCount,
  };
});

/**
 * Removes the links of users, so that their next single sign-on links another identity with their verified address. Signs them out
 * everywhere and notifies them. Users without a link are left out. Throws FORBIDDEN, and CONFLICT if none has a link.
 */
export const relinkUsers = operation(ssoRelink, async (context, { body: { userIds } }) => {
  return inTransaction(context, async (tx) => {
    let count = 0;
    // In one order, so that two of these do not wait for each other.
    for (const id of [...new Set(userIds)].toSorted()) {
      const { target, caller } = await lockForChange(context, tx.db, id);
      if (!isSuperAdmin(caller)) throw forbidden('Only a SuperAdmin can relink users.');
      if (!(await removeLinks(tx.db, id))) continue;
      count += 1;
      await endSessions(tx, id, context.now, 'single sign-on link removed');
      tx.audit({
        action: 'Updated',
        entityType: 'User',
        entityId: id,
        oldValues: { singleSignOn: 'linked' },
        newValues: { singleSignOn: 'to be linked again' },
      });
      addUserActivity(
        tx,
        id,
        'user.single_sign_on_unlinked',
        `The link to single sign-on of ${target.user_name} was removed, to be linked again`,
        'security',
      );
      tx.notifyUser({ kind: 'SignOnRelinked', userId: id, entityId: id });
    }
    if (count === 0) throw conflict('These users are not linked to single sign-on.');
    return { count };
  });
});
