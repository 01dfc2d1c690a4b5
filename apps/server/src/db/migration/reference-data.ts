import { DEFAULT_GRANTS, PERMISSIONS } from '@portal/domain/permissions';
import { ROLE_DESCRIPTIONS, ROLE_NAMES } from '@portal/domain/roles';
import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';

const TITLES = [
  ['MD', 'Doctor of Medicine'],
  ['DO', 'Doctor of Osteopathic Medicine'],
  ['NP', 'Nurse Practitioner'],
  ['PA-C', 'Physician Assistant, Certified'],
  ['CRNA', 'Certified Registered Nurse Anesthetist'],
] as const;

/**
 * Updates roles, permissions and titles to match the domain package. New permissions get their default grants; later
 * changes by administrators are kept.
 */
export async function syncReferenceData(tx: Transaction<Database>): Promise<void> {
  await tx
    .insertInto('roles')
    .values(
      ROLE_NAMES.map((name, index) => ({
        name,
        description: ROLE_DESCRIPTIONS[name],
        display_order: index + 1,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        description: eb.ref('excluded.description'),
        display_order: eb.ref('excluded.display_order'),
      })),
    )
    .execute();
  const known = new Set(
    (await tx.selectFrom('permissions').select('name').execute()).map(({ name }) => name),
  );
  await tx
    .insertInto('permissions')
    .values(PERMISSIONS.map(({ name, description, category }) => ({ name, description, category })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        description: eb.ref('excluded.description'),
        category: eb.ref('excluded.category'),
      })),
    )
    .execute();
  for (const role of ROLE_NAMES) {
    const granted = DEFAULT_GRANTS[role].filter((name) => !known.has(name));
    if (granted.length === 0) continue;
    await tx
      .insertInto('role_permissions')
      .columns(['role_id', 'permission_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .innerJoin('permissions', (join) => join.on('permissions.name', 'in', granted))
          .select(['roles.id as role_id', 'permissions.id as permission_id'])
          .where('roles.name', '=', role),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const titles = await tx.selectFrom('titles').select('id').limit(1).execute();
  if (titles.length === 0) {
    await tx
      .insertInto('titles')
      .values(TITLES.map(([code, description], index) => ({ code, description, display_order: index + 1 })))
      .execute();
  }
}
