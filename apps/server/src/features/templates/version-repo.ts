import type { TemplateContent } from '@portal/domain/template/content';
import type { ReadingRule } from '@portal/domain/template/used-sources';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';
import { contentOf, parseAutoPopulate } from './parsed-content.ts';

/** A current or earlier version of a template, for dictations. */
export interface TemplateVersion {
  readonly templateId: string;
  readonly contentVersion: number;
  readonly name: string;
  readonly procedureType: string;
  /** Whether the template is available for new dictations: active and not deleted. */
  readonly isActive: boolean;
  readonly content: TemplateContent;
  readonly autoPopulate: ReturnType<typeof parseAutoPopulate>;
  /** The billing rules that read more than a field. They are not versioned. */
  readonly readingRules: readonly ReadingRule[];
  /** Whether dictations or drafts use the version. A used version stays used. */
  readonly isUsed: boolean;
}

/** Finds a version of a template, by default the current one, also of a soft-deleted template. Undefined if there is none. */
export async function findTemplateVersion(
  db: Db,
  templateId: string,
  contentVersion?: number,
): Promise<TemplateVersion | undefined> {
  const row = await db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      contentVersion === undefined
        ? join.onRef('v.template_id', '=', 't.id').onRef('v.content_version', '=', 't.content_version')
        : join.onRef('v.template_id', '=', 't.id').on('v.content_version', '=', contentVersion),
    )
    .select([
      't.id',
      't.name',
      't.procedure_type',
      't.is_active',
      'v.content_version',
      'v.content',
      'v.auto_populate',
      'v.is_used',
      sql<ReadingRule[] | null>`(
        select json_agg(json_build_object('fieldId', r.field_id, 'when', r.conditions)) from billing_code_rules r
        where r.template_id = t.id and (r.conditions is not null or r.field_id like '%.%'))`.as(
        'reading_rules',
      ),
    ])
    .where('t.id', '=', templateId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    templateId: row.id,
    contentVersion: row.content_version,
    name: row.name,
    procedureType: row.procedure_type,
    // Deleted templates are always inactive.
    isActive: row.is_active,
    content: contentOf(row.content),
    autoPopulate: parseAutoPopulate(row.auto_populate),
    readingRules: row.reading_rules ?? [],
    isUsed: row.is_used,
  };
}

type Version = Pick<TemplateVersion, 'templateId' | 'contentVersion'>;

/**
 * Marks a version as used by a dictation or draft. From then on, the version cannot change and the template cannot be permanently
 * deleted. Returns false if the version does not exist.
 */
export async function markTemplateVersionUsed(db: Db, version: Version): Promise<boolean> {
  if ((await isUsed(db, version)) === true) return true;
  // Changing and deleting the template also lock its row, so the state read from here on is stable.
  await db.selectFrom('templates').select('id').where('id', '=', version.templateId).forUpdate().execute();
  const isUsedNow = await isUsed(db, version);
  if (isUsedNow === false)
    await db
      .updateTable('template_versions')
      .set({ is_used: true })
      .where('template_id', '=', version.templateId)
      .where('content_version', '=', version.contentVersion)
      .execute();
  return isUsedNow !== undefined;
}

/** Like `markTemplateVersionUsed`, and counts, with the commit, a dictation that was started with it. */
export async function countTemplateUse(
  db: Db,
  version: Version & Pick<TemplateVersion, 'isUsed'>,
  now: Date,
): Promise<boolean> {
  const exists = version.isUsed || (await markTemplateVersionUsed(db, version));
  const update = db
    .updateTable('templates')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1), last_used_at: now }))
    .where('id', '=', version.templateId)
    .modifyEnd(PREPARED);
  if (exists) await sendWithCommit(db, update);
  return exists;
}

async function isUsed(db: Db, { templateId, contentVersion }: Version): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .select('is_used')
    .where('template_id', '=', templateId)
    .where('content_version', '=', contentVersion)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row?.is_used;
}
