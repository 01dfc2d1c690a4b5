import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';

interface Version {
  readonly templateId: string;
  readonly contentVersion: number;
}

/**
 * Marks a version as used by a dictation or draft. From then on, the version cannot change and the template cannot be permanently
 * deleted. Returns false if the version does not exist.
 */
export async function markTemplateVersionUsed(tx: Transaction<Database>, version: Version): Promise<boolean> {
  if ((await isUsed(tx, version)) === true) return true;
  // Changing and deleting the template also lock its row, so the state read from here on is stable.
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

/** Like `markTemplateVersionUsed`, and counts a dictation that was started with it. */
export async function countTemplateUse(
  tx: Transaction<Database>,
  version: Version,
  now: Date,
): Promise<boolean> {
  const exists = await markTemplateVersionUsed(tx, version);
  if (exists)
    await tx
      .updateTable('templates')
      .set((eb) => ({ usage_count: eb('usage_count', '+', 1), last_used_at: now }))
      .where('id', '=', version.templateId)
      .execute();
  return exists;
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
