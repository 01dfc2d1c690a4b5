import { sql } from 'kysely';
import type { EditionChange } from '@portal/domain/code-files/changes';
import type { Edition } from '@portal/domain/code-files/official';
import type { Db } from '#db/database.ts';

/** The keys of differences that an administrator keeps as they are. */
export async function listKept(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('code_change_decisions')
    .select('change_key')
    .where('change_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Set(rows.map(({ change_key: key }) => key));
}

/** Stores that differences are kept. Returns the keys that were not kept before. */
export async function insertKept(
  db: Db,
  changes: readonly EditionChange[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .insertInto('code_change_decisions')
    .values(
      changes.map(({ key, billingCodeId, rule }) => ({
        change_key: key,
        billing_code_id: billingCodeId,
        rule_id: rule?.ruleId ?? null,
        kept_by: by,
        kept_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('change_key')
    .execute();
  return new Set(rows.map(({ change_key: key }) => key));
}

/** Deletes decisions. Returns the keys of those that there were. */
export async function deleteKept(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .deleteFrom('code_change_decisions')
    .where('change_key', '=', sql<string>`any(${keys}::text[])`)
    .returning('change_key')
    .execute();
  return new Set(rows.map(({ change_key: key }) => key));
}

/** Makes acceptances wait for each other, because they lock both codes and rules. */
export async function lockAcceptances(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('medical-portal-code-changes'))`.execute(db);
}

/** Stores that administrators are notified of the end of editions. Returns those of which they were not yet. */
export async function markNotified<Ending extends Pick<Edition, 'kind' | 'validFrom'>>(
  db: Db,
  endings: readonly Ending[],
  now: Date,
): Promise<Ending[]> {
  if (endings.length === 0) return [];
  const rows = await db
    .insertInto('code_edition_notices')
    .values(endings.map(({ kind, validFrom }) => ({ kind, edition_from: validFrom, notified_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  const added = new Set<string>(rows.map(({ kind }) => kind));
  return endings.filter(({ kind }) => added.has(kind));
}
