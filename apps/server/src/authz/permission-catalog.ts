import type { PermissionEntry } from '@portal/contract/permissions';
import { PERMISSIONS, type PermissionName } from '@portal/domain/permissions';
import type { Db } from '#db/database.ts';

/** A permission with its ID in this database. */
export interface CatalogEntry extends PermissionEntry {
  readonly name: PermissionName;
}

/** Returns all permissions, in the order in which screens show them. */
export async function listPermissions(db: Db): Promise<readonly CatalogEntry[]> {
  const rows = await db.selectFrom('permissions').select(['id', 'name']).execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return PERMISSIONS.flatMap(({ name, description, category }) => {
    const id = ids.get(name);
    return id === undefined ? [] : [{ id, name, description, category }];
  });
}

/** Returns the ID of a permission by its name. Throws if the database does not have it; migrations add all permissions. */
export function idIn(catalog: readonly CatalogEntry[], name: PermissionName): string {
  const entry = catalog.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`The database has no permission ${name}`);
  return entry.id;
}
