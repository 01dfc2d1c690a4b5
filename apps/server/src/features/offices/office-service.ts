import type { ActivityEvent } from '@portal/domain/activity-event';
import type { BodyOf } from '@portal/contract/endpoint';
import type { Office, officeCreate, officeUpdate } from '@portal/contract/offices';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { restrictOfficeActivities } from '#live/activity-store.ts';
import { requireState } from '#request/state-setting.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { listEntries } from './ip-whitelist-repo.ts';
import {
  deleteOffice,
  findOffice,
  insertOffice,
  listOffices,
  lockOffice,
  updateOffice,
  type OfficeRow,
  type OfficeScope,
} from './office-repo.ts';
import { presentManagedOffice, presentOffice } from './office-view.ts';

const isSuperAdmin = ({ user }: SignedInContext) => passesRoleCheck(user.roles, ['SuperAdmin']);

/** The offices that the caller may see. */
export const officeScope = (context: SignedInContext): OfficeScope => ({
  includeSuperAdminOnly: isSuperAdmin(context),
});

/** Lists offices by name. Managers get user counts and whitelists; everyone else gets only public fields of active offices. */
export async function getOffices(
  context: SignedInContext,
  filter: { includeInactive?: boolean; surgeryCentersOnly?: boolean },
): Promise<Office[]> {
  const { db } = context.deps;
  const isManager = hasPermission(context, 'Admin.ManageOffices');
  const rows = await listOffices(db, {
    ...officeScope(context),
    ...filter,
    includeInactive: isManager && filter.includeInactive === true,
  });
  if (!isManager) return rows.map((row) => presentOffice(row));
  const entries = await listEntries(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    presentManagedOffice(
      row,
      entries.filter(({ office_id: officeId }) => officeId === row.id),
    ),
  );
}

/** Returns an office with its user count and whitelist. Throws NOT_FOUND, also if only SuperAdmins may see it. */
export async function getOffice(context: SignedInContext, id: string): Promise<Office> {
  return managed(context.deps.db, await findOffice(context.deps.db, id, officeScope(context)));
}

/** Creates an office. Throws FORBIDDEN if a non-SuperAdmin sets superAdminOnly, CONFLICT if the name is taken. */
export async function createOffice(
  context: SignedInContext,
  fields: BodyOf<typeof officeCreate>,
): Promise<Office> {
  if (fields.superAdminOnly) requireSuperAdmin(context);
  requireState(context, fields.state);
  return inTransaction(context, async (tx) => {
    const id = await withUniqueName(() => insertOffice(tx.db, fields));
    tx.audit({ action: 'Created', entityType: 'Office', entityId: id, newValues: auditFields(fields) });
    addOfficeActivity(tx, id, 'office.created', `Office ${fields.name} was added`, fields.superAdminOnly);
    return managed(tx.db, await findOffice(tx.db, id, officeScope(context)));
  });
}

/** Updates an office. Throws NOT_FOUND, STALE, CONFLICT, FORBIDDEN. */
export async function changeOffice(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof officeUpdate>,
): Promise<Office> {
  const { version, ...fields } = body;
  return inTransaction(context, async (tx) => {
    const before = await lockOffice(tx.db, id, officeScope(context));
    if (before === undefined) throw notFound();
    const current = await managed(tx.db, before);
    checkVersion(context, version, current);
    requireState(context, fields.state, before.state);
    if (fields.superAdminOnly !== before.super_admin_only) requireSuperAdmin(context);
    await withUniqueName(() => updateOffice(tx.db, id, fields, context.now));
    if (fields.superAdminOnly && !before.super_admin_only) await restrictOfficeActivities(tx.db, id);
    tx.audit({
      action: 'Updated',
      entityType: 'Office',
      entityId: id,
      ...changedValues(
        auditFields(current),
        auditFields({ ...current, ...fields, npi: fields.npi === undefined ? current.npi : fields.npi }),
      ),
    });
    addOfficeActivity(tx, id, 'office.updated', `Office ${fields.name} was changed`, fields.superAdminOnly);
    return managed(tx.db, await findOffice(tx.db, id, officeScope(context)));
  });
}

/** Deletes an office. Throws NOT_FOUND, and IN_USE if other records refer to it. */
export async function removeOffice(context: SignedInContext, id: string): Promise<undefined> {
  await inTransaction(context, async (tx) => {
    const office = await lockOffice(tx.db, id, officeScope(context));
    if (office === undefined) throw notFound();
    if (office.user_count > 0)
      throw inUse(
        `${office.user_count === 1 ? '1 user belongs' : `${office.user_count} users belong`} to this office.`,
      );
    try {
      await deleteOffice(tx.db, id);
    } catch (error) {
      if (violatedConstraint(error) !== undefined) throw inUse('Other records refer to this office.');
      throw error;
    }
    tx.audit({
      action: 'Deleted',
      entityType: 'Office',
      entityId: id,
      oldValues: auditFields(presentOffice(office)),
    });
    addOfficeActivity(tx, id, 'office.deleted', `Office ${office.name} was deleted`, office.super_admin_only);
  });
  return undefined;
}

const inUse = (why: string) =>
  new AppError('IN_USE', { message: `${why} It cannot be deleted, but you can make it inactive.` });

function requireSuperAdmin(context: SignedInContext): void {
  if (isSuperAdmin(context)) return;
  const message = 'Only a SuperAdmin can restrict an office to SuperAdmins.';
  throw new AppError('FORBIDDEN', { message, errors: { superAdminOnly: [message] } });
}

async function managed(
  db: Tx['db'] | SignedInContext['deps']['db'],
  row: OfficeRow | undefined,
): Promise<Office> {
  if (row === undefined) throw notFound();
  return presentManagedOffice(row, await listEntries(db, [row.id]));
}

export const NAME_TAKEN = 'An office with this name already exists';

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'offices_name_key') throw error;
    throw conflict(NAME_TAKEN, 'name');
  }
}

const auditFields = (fields: Omit<BodyOf<typeof officeCreate>, 'version'>) => ({
  name: fields.name,
  address: fields.address,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
  phone: fields.phone,
  fax: fields.fax,
  npi: fields.npi ?? null,
  superAdminOnly: fields.superAdminOnly,
  isSurgeryCenter: fields.isSurgeryCenter,
  isActive: fields.isActive ?? true,
});

/** Who may read activities about an office. */
export const readersOf = (superAdminOnly: boolean) =>
  superAdminOnly
    ? ({ requiredRole: 'SuperAdmin' } as const)
    : ({ requiredPermission: 'Admin.ManageOffices' } as const);

function addOfficeActivity(
  tx: Tx,
  id: string,
  event: ActivityEvent,
  description: string,
  superAdminOnly: boolean,
): void {
  tx.activity({
    event,
    description,
    icon: 'Business',
    color: 'primary',
    entityType: 'Office',
    entityId: id,
    ...readersOf(superAdminOnly),
  });
}
