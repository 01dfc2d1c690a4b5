import type { BodyOf } from '@portal/contract/endpoint';
import { userUpdate } from '@portal/contract/users';
import { KEY_ROLES, type Suspension } from '@portal/domain/api-key';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { settleWork } from '#features/waiting-work/index.ts';
import { leaveWork, returnToWork } from '#features/timecards/index.ts';
import { endSessions } from './sign-in/session-repo.ts';
import { addUserActivity } from './user-activity.ts';
import {
  changeRoles,
  findRoles,
  requireAssignableOffice,
  requireCanAssign,
  npiFor,
  supervisorFor,
  titleFor,
} from './assignments.ts';
import {
  forbidden,
  isSuperAdmin,
  lockForChange,
  requireAnotherSuperAdmin,
  requireNotEmergencyAccount,
  type Administered,
} from './authority.ts';
import { listRolesOfUser, type RoleRef } from './role-repo.ts';
import { EMAIL_TAKEN, NPI_TAKEN } from './create-account.ts';
import { hidesOffice, presentUser } from './user-view.ts';
import { suspendKeys } from './sign-in/suspend-keys.ts';
import { findUser, updateUser, type UserColumns, type UserRow } from './user-repo.ts';

type Body = BodyOf<typeof userUpdate>;

/**
 * Updates a user. Throws NOT_FOUND, STALE, VALIDATION, FORBIDDEN if an Admin changes a SuperAdmin, and CONFLICT if callers
 * deactivate themselves or the last active SuperAdmin.
 */
export const changeUser = operation(userUpdate, async (context, { params: { id }, body }) => {
  return inTransaction(context, async (tx) => {
    const administered = await lockForChange(context, tx.db, id);
    const { target } = administered;
    checkVersion(context, body.version, await presentUser(context, tx.db, target));
    const roles = await findRoles(tx.db, body.roleIds);
    const difference = await roleDifference(tx, administered, roles);
    const columns = await newColumns(context, tx, administered, body, roles);
    if (target.is_active && !columns.is_active) requireNotSelf(administered);
    const losesSuperAdmin = difference.removed.some(({ name }) => name === 'SuperAdmin');
    if (target.is_active && isSuperAdmin(target) && (losesSuperAdmin || !columns.is_active)) {
      const field = losesSuperAdmin ? 'roleIds' : 'isActive';
      requireNotEmergencyAccount(context, target, field);
      await requireAnotherSuperAdmin(tx.db, id, field);
    }
    await withUniqueValues(() => updateUser(tx.db, id, columns, context.now));
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: id,
      ...changedValues(auditFields(target), auditFields(columns)),
    });
    await changeRoles(tx, id, difference, context.now);
    // Anyone who has the address can sign in as this user with single sign-on.
    if (columns.email_confirmed_at !== target.email_confirmed_at)
      tx.notifyUser({ kind: 'EmailChanged', userId: id, entityId: id });
    const isDeactivated = target.is_active && !columns.is_active;
    if (isDeactivated || difference.removed.length > 0)
      await settleWork(context, tx, [{ userId: id }], body.reassignTo);
    if (isDeactivated) await endSessions(tx, id, context.now, 'deactivated');
    const because = keysEndBecause(isDeactivated, difference.removed, roles);
    const suspendedKeys = because === null ? 0 : await suspendKeys(tx, id, because, context.now);
    const closedTimecard = isDeactivated ? await leaveWork(context, tx, id) : null;
    if (!target.is_active && columns.is_active) await returnToWork(context, tx, id);
    addUserActivity(tx, id, 'user.updated', `User ${target.user_name} was changed`);
    const after = await findUser(tx.db, id);
    if (after === undefined) throw notFound();
    return { ...(await presentUser(context, tx.db, after)), closedTimecard, suspendedKeys };
  });
});

function keysEndBecause(
  isDeactivated: boolean,
  removed: readonly RoleRef[],
  roles: readonly RoleRef[],
): Suspension | null {
  if (isDeactivated) return 'Deactivated';
  const names = roles.map(({ name }) => name);
  return removed.length > 0 && !passesRoleCheck(names, KEY_ROLES) ? 'RoleRemoved' : null;
}

/** Throws CONFLICT if administrators try to deactivate themselves. */
export function requireNotSelf({ target, caller }: Administered): void {
  if (target.id === caller.id) throw conflict('You cannot deactivate yourself.', 'isActive');
}

async function roleDifference(
  tx: Tx,
  { target, caller }: Administered,
  roles: readonly RoleRef[],
): Promise<{ added: RoleRef[]; removed: RoleRef[] }> {
  const held = await listRolesOfUser(tx.db, target.id);
  const added = roles.filter(({ id }) => held.every((role) => role.id !== id));
  const removed = held.filter(({ id }) => roles.every((role) => role.id !== id));
  if (target.id === caller.id && added.length + removed.length > 0)
    throw forbidden('You cannot change your own roles.', 'roleIds');
  requireCanAssign(caller, added);
  return { added, removed };
}

async function newColumns(
  context: SignedInContext,
  tx: Tx,
  { target, caller }: Administered,
  body: Body,
  roles: readonly RoleRef[],
): Promise<UserColumns> {
  const isSame = body.email.toLowerCase() === target.email.toLowerCase();
  const isConfirmed = !isSame || (target.email_confirmed_at === null && body.emailConfirmed === true);
  return {
    email: isSame ? target.email : body.email,
    email_confirmed_at: isConfirmed ? context.now : target.email_confirmed_at,
    first_name: body.firstName,
    last_name: body.lastName,
    title: await titleFor(tx.db, roles, body.title === undefined ? target.title : body.title, target.title),
    npi: npiFor(roles, body.npi === undefined ? target.npi : body.npi),
    supervisor_id: await supervisorFor(
      tx.db,
      roles,
      body.supervisorId === undefined ? target.supervisor_id : body.supervisorId,
      { id: target.id, current: target.supervisor_id },
    ),
    is_active: body.isActive,
    employee_id: body.employeeId === undefined ? target.employee_id : (body.employeeId ?? ''),
    office_id: await newOffice(context, tx, { target, caller }, body.officeId),
    hire_date: body.hireDate === undefined ? target.hire_date : body.hireDate,
  };
}

async function newOffice(
  context: SignedInContext,
  tx: Tx,
  { target, caller }: Administered,
  wanted: string | null | undefined,
): Promise<string | null> {
  if (wanted === undefined || wanted === target.office_id) return target.office_id;
  if (hidesOffice(context, target)) {
    // This caller cannot see the office and was shown none, so "none" means unchanged.
    if (wanted === null) return target.office_id;
    throw forbidden('Only a SuperAdmin can change the office of this user.', 'officeId');
  }
  if (wanted !== null) await requireAssignableOffice(tx.db, caller, wanted);
  return wanted;
}

async function withUniqueValues(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'users_email_key') throw conflict(EMAIL_TAKEN, 'email');
    if (violated === 'users_npi_key') throw conflict(NPI_TAKEN, 'npi');
    throw error;
  }
}

const auditFields = (row: UserRow | UserColumns) => ({
  email: row.email,
  emailConfirmed: row.email_confirmed_at !== null,
  firstName: row.first_name,
  lastName: row.last_name,
  title: row.title,
  npi: row.npi,
  supervisorId: row.supervisor_id,
  isActive: row.is_active,
  employeeId: row.employee_id,
  officeId: row.office_id,
  hireDate: row.hire_date,
});
