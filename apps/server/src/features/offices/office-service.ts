import type { BodyOf } from '@portal/contract/endpoint';
import {
  type Office,
  type officeCreate,
  officeDelete,
  officeGet,
  officeUpdate,
} from '@portal/contract/offices';
import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { restrictOfficeActivities } from '#live/activity-store.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { recordChanges } from '#request/record-changes.ts';
import { requireState } from '#request/state-setting.ts';
import { operation } from '#http/operation.ts';
import { listEntries } from './ip-whitelist-repo.ts';
import { findOffice, listOffices, offices, type OfficeScope } from './office-repo.ts';
import { presentManagedOffice, presentOffice } from './office-view.ts';

export const NAME_TAKEN = 'An office with this name already exists';

const isSuperAdmin = ({ user }: SignedInContext) => passesRoleCheck(user.roles, ['SuperAdmin']);

/** The offices that the caller may see. */
export const officeScope = (context: SignedInContext): OfficeScope => ({
  includeSuperAdminOnly: isSuperAdmin(context),
});

/** Who may read activities about an office. */
export const readersOf = (superAdminOnly: boolean) =>
  superAdminOnly
    ? ({ requiredRole: 'SuperAdmin' } as const)
    : ({ requiredPermission: 'Admin.ManageOffices' } as const);

const changes = recordChanges({
  table: offices,
  entityType: 'Office',
  event: 'office',
  activity: ({ name, superAdminOnly }) => ({
    name: `Office ${name}`,
    icon: 'Business',
    color: 'primary',
    ...readersOf(superAdminOnly),
  }),
  taken: { offices_name_key: ['name', () => NAME_TAKEN] },
  isVisible: (context, { superAdminOnly }) => !superAdminOnly || isSuperAdmin(context),
  present: (db, { id }) => managed(db, id, { includeSuperAdminOnly: true }),
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
export const getOffice = operation(officeGet, (context, { params: { id } }) =>
  managed(context.deps.db, id, officeScope(context)),
);

/** Creates an office. Throws FORBIDDEN if a non-SuperAdmin sets superAdminOnly, CONFLICT if the name is taken. */
export async function createOffice(
  context: SignedInContext,
  { version: _version, isActive = true, ...fields }: BodyOf<typeof officeCreate>,
): Promise<Office> {
  if (fields.superAdminOnly) requireSuperAdmin(context);
  requireState(context, fields.state);
  return changes.create(context, { ...fields, isActive });
}

/** Updates an office. Throws NOT_FOUND, STALE, CONFLICT, FORBIDDEN. */
export const changeOffice = operation(
  officeUpdate,
  (context, { params: { id }, body: { version, ...fields } }) =>
    changes.change(context, { id, version }, async (before, tx) => {
      requireState(context, fields.state, before.state);
      const { superAdminOnly = before.superAdminOnly } = fields;
      if (superAdminOnly !== before.superAdminOnly) requireSuperAdmin(context);
      if (superAdminOnly && !before.superAdminOnly) await restrictOfficeActivities(tx.db, id);
      return fields;
    }),
);

/** Deletes an office. Throws NOT_FOUND, and IN_USE if other records refer to it. */
export const removeOffice = operation(officeDelete, async (context, { params: { id } }) => {
  await changes.remove(context, id, {
    check: requireNoUsers,
    inUse: () => inUse('Other records refer to this office.'),
  });
  return undefined;
});

async function requireNoUsers(db: Db, { id }: Pick<Office, 'id'>): Promise<void> {
  const users = (await findOffice(db, id, { includeSuperAdminOnly: true }))?.userCount ?? 0;
  if (users > 0) throw inUse(`${users === 1 ? '1 user belongs' : `${users} users belong`} to this office.`);
}

const inUse = (why: string) =>
  new AppError('IN_USE', { message: `${why} It cannot be deleted, but you can make it inactive.` });

function requireSuperAdmin(context: SignedInContext): void {
  if (isSuperAdmin(context)) return;
  const message = 'Only a SuperAdmin can restrict an office to SuperAdmins.';
  throw new AppError('FORBIDDEN', { message, errors: { superAdminOnly: [message] } });
}

async function managed(db: Db, id: string, scope: OfficeScope): Promise<Office> {
  const office = await findOffice(db, id, scope);
  if (office === undefined) throw notFound();
  return presentManagedOffice(office, await listEntries(db, [id]));
}
