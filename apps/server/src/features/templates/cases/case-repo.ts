import type { TemplateCaseRow } from '@portal/contract/template-cases';
import type { Db } from '#db/database.ts';

const cases = (db: Db) =>
  db
    .selectFrom('template_cases')
    .select([
      'id',
      'template_id as templateId',
      'name',
      'answers',
      'billing_option as billingOption',
      'expected',
      'version',
    ]);
/** A test case as read from the database. */
export type StoredCase = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number];

/** Lists the test cases of a template, oldest first. */
export const listCases = (db: Db, templateId: string): Promise<StoredCase[]> =>
  cases(db).where('template_id', '=', templateId).orderBy('id').execute();

/** Finds a test case of a template. */
export const findCase = (db: Db, templateId: string, id: string): Promise<StoredCase | undefined> =>
  cases(db).where('template_id', '=', templateId).where('id', '=', id).executeTakeFirst();

/** What a user sets. */
export type CaseFields = Pick<TemplateCaseRow, 'name' | 'answers' | 'billingOption' | 'expected'>;
interface Change {
  readonly by: string;
  readonly now: Date;
}

const columns = ({ name, answers, billingOption, expected }: CaseFields) => ({
  name,
  answers: JSON.stringify(answers),
  billing_option: billingOption,
  expected: JSON.stringify(expected),
});

/** Inserts a test case and returns its id. */
export async function insertCase(
  db: Db,
  templateId: string,
  fields: CaseFields,
  { by, now }: Change,
): Promise<string> {
  const { id } = await db
    .insertInto('template_cases')
    .values({
      template_id: templateId,
      ...columns(fields),
      created_at: now,
      created_by: by,
      updated_at: now,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a test case. */
export async function updateCase(db: Db, id: string, fields: CaseFields, { by, now }: Change): Promise<void> {
  await db
    .updateTable('template_cases')
    .set((eb) => ({ ...columns(fields), version: eb('version', '+', 1), updated_at: now, updated_by: by }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a test case. */
export async function deleteCase(db: Db, id: string): Promise<void> {
  await db.deleteFrom('template_cases').where('id', '=', id).execute();
}
