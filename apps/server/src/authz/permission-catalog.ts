import type { PermissionEntry } from '@portal/contract/permissions';
import { PERMISSIONS, type PermissionName } from '@portal/domain/permissions';
import type { Db } from '#db/database.ts';

/** A permission with its id in this database. */
export interface CatalogueEntry extends PermissionEntry {
  readonly name: PermissionName;
}

/** Every permission, in the order the screens show them. */
export async function readCatalogue(db: Db): Promise<readonly CatalogueEntry[]> {
  const rows = await db.selectFrom('permissions').select(['id', 'name']).execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return PERMISSIONS.flatMap(({ name, description, category }) => {
    const id = ids.get(name);
    return id === undefined ? [] : [{ id, name, description, category }];
  });
}

/** The id of a permission by its name. Throws when the database does not have it, which a migration sees to. */
export function idIn(catalogue: readonly CatalogueEntry[], name: PermissionName): string {
  const entry = catalogue.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`The database has no permission ${name}`);
  return entry.id;
}
