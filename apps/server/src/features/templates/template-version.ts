import { autoPopulateFields } from '@portal/contract/templates';
import type { z } from 'zod';
import type { TemplateContent } from '@portal/domain/template/content';
import type { Db } from '#db/database.ts';
import { contentOf } from './parsed-content.ts';

/** What is dictated with: a template as it was or is. */
export interface TemplateVersion {
  readonly templateId: string;
  readonly contentVersion: number;
  readonly name: string;
  readonly procedureType: string;
  /** Whether it is offered for new dictations: active and not deleted. */
  readonly isActive: boolean;
  readonly content: TemplateContent;
  readonly autoPopulate: z.output<typeof autoPopulateFields>;
}

/** A version of a template, the current one unless told; also of one that was put away. Undefined when there is none. */
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
    // One that was deleted is inactive as well.
    isActive: row.is_active,
    content: contentOf(row.content),
    autoPopulate: autoPopulateOf(row.auto_populate),
  };
}

/** Stored `autoPopulateFields`, read; what this version does not know is left out as a whole. */
export function autoPopulateOf(text: string): TemplateVersion['autoPopulate'] {
  const read = autoPopulateFields.safeParse(JSON.parse(text));
  return read.success ? read.data : {};
}
