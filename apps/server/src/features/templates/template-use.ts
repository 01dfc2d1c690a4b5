import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';

interface Version {
  readonly templateId: string;
  readonly contentVersion: number;
}

/**
 * Keeps a version as it is from now on: something was begun with it, be it a draft. The template can no longer be deleted for good. False when there is no such version (any more).
 */
export async function keepTemplateVersion(tx: Transaction<Database>, version: Version): Promise<boolean> {
  if ((await isUsed(tx, version)) === true) return true;
  // Changing and deleting the template lock its row as well, so what is read from here on stays.
  await tx.selectFrom('templates').select('id').where('id', '=', version.templateId).forUpdate().execute();
  const isUsedNow = await isUsed(tx, version);
  if (isUsedNow === false)
    await tx
      .updateTable('template_versions')
      .set({ is_used: true })
      .where('template_id', '=', version.templateId)
      .where('content_version', '=', version.contentVersion)
      .execute();
  return isUsedNow !== undefined;
}

/** As `keepTemplateVersion`, and counts a dictation that was begun with it. */
export async function countTemplateUse(
  tx: Transaction<Database>,
  version: Version,
  now: Date,
): Promise<boolean> {
  const isThere = await keepTemplateVersion(tx, version);
  if (isThere)
    await tx
      .updateTable('templates')
      .set((eb) => ({ usage_count: eb('usage_count', '+', 1), last_used_at: now }))
      .where('id', '=', version.templateId)
      .execute();
  return isThere;
}

async function isUsed(
  tx: Transaction<Database>,
  { templateId, contentVersion }: Version,
): Promise<boolean | undefined> {
  const row = await tx
    .selectFrom('template_versions')
    .select('is_used')
    .where('template_id', '=', templateId)
    .where('content_version', '=', contentVersion)
    .executeTakeFirst();
  return row?.is_used;
}
