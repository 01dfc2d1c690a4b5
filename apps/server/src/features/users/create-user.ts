import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { userCreate } from '@portal/contract/users';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { createAccount, type TemporaryPassword } from './create-account.ts';
import { addUserActivity } from './user-activity.ts';
import {
  auditAssignments,
  findRoles,
  requireAssignableOffice,
  requireCanAssign,
  npiFor,
  supervisorFor,
  titleFor,
} from './assignments.ts';
import { lockCallerForShare } from './authority.ts';
import { presentUser } from './user-view.ts';
import { findUser } from './user-repo.ts';

/** The account to create and its roles. Throws VALIDATION and FORBIDDEN like `createUser`. */
export async function checkNewUser(
  db: Db,
  caller: { readonly roles: readonly string[] },
  body: BodyOf<typeof userCreate>,
) {
  const roles = await findRoles(db, body.roleIds);
  requireCanAssign(caller, roles);
  const title = await titleFor(db, roles, body.title, null);
  if (body.officeId !== null) await requireAssignableOffice(db, caller, body.officeId);
  const account = {
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    title,
    npi: npiFor(roles, body.npi),
    supervisorId: await supervisorFor(db, roles, body.supervisorId, { id: null, current: null }),
    employeeId: body.employeeId ?? '',
    officeId: body.officeId,
    hireDate: body.hireDate,
  };
  return { account, roles };
}

/**
 * Creates a user and returns the temporary password, which is not stored. Throws VALIDATION on roleIds, title or officeId,
 * FORBIDDEN if an Admin assigns the SuperAdmin role, and CONFLICT if another user has the email address or the NPI.
 */
export async function createUser(
  context: SignedInContext,
  body: BodyOf<typeof userCreate>,
  password: TemporaryPassword,
): Promise<AnswerOf<typeof userCreate>> {
  return inTransaction(context, async (tx) => {
    const caller = await lockCallerForShare(context, tx.db);
    const { account, roles } = await checkNewUser(tx.db, caller, body);
    const { id, userName, email, temporaryPassword } = await createAccount(
      tx.db,
      { ...account, roleIds: roles.map((role) => role.id) },
      password,
      context.deps.config.practice.emailDomain,
      context.now,
    );
    tx.audit({
      action: 'Created',
      entityType: 'User',
      entityId: id,
      newValues: { userName, ...account, email, emailConfirmed: account.email !== null, isActive: true },
    });
    auditAssignments(tx, id, { added: roles });
    addUserActivity(tx, id, 'user.created', `User ${userName} was added`);
    const row = await findUser(tx.db, id);
    if (row === undefined) throw notFound();
    return { temporaryPassword, user: await presentUser(context, tx.db, row) };
  });
}
