import { autoPopulateFields } from '@portal/contract/templates';
import type { z } from 'zod';
import type { TemplateContent } from '@portal/domain/template/content';
import type { Db } from '#db/database.ts';
import { contentOf } from './parsed-content.ts';

/** A current or earlier version of a template, for dictations. */
export interface TemplateVersion {
  readonly templateId: string;
  readonly contentVersion: number;
  readonly name: string;
  readonly procedureType: string;
  /** Whether the template is available for new dictations: active and not deleted. */
  readonly isActive: boolean;
  readonly content: TemplateContent;
  readonly autoPopulate: z.output<typeof autoPopulateFields>;
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
    ])
    .where('t.id', '=', templateId)
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
  };
}

/** Parses stored `autoPopulateFields`. Returns none if they contain unknown sources. */
export function parseAutoPopulate(text: string): TemplateVersion['autoPopulate'] {
  const read = autoPopulateFields.safeParse(JSON.parse(text));
  return read.success ? read.data : {};
}
