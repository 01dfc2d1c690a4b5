import type { Db } from '#db/database.ts';

/** What a template is about. */
export interface TemplateKind {
  readonly id: string;
  readonly name: string;
  readonly procedureType: string;
  readonly category: string | null;
}

/** Lists what each template is about, also inactive ones. */
export const listTemplateKinds = (db: Db): Promise<TemplateKind[]> =>
  db
    .selectFrom('templates as t')
    .leftJoin('template_categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.name', 't.procedure_type as procedureType', 'c.name as category'])
    .where('t.deleted_at', 'is', null)
    .execute();
