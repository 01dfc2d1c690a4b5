import { addedColumns } from '@portal/domain/patient-import/added-columns';
import type { DateOrder } from '@portal/domain/patient-import/birth-date';
import type { ValueChoices } from '@portal/domain/patient-import/choices';
import type { ColumnMapping } from '@portal/domain/patient-import/columns';
import type { WordAnswers } from '@portal/domain/patient-import/words';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';

/** A mapping that the practice has saved. */
export interface MappingRow {
  readonly id: string;
  readonly name: string;
  readonly columns: ColumnMapping;
  readonly dateOrder: DateOrder | null;
  readonly words: WordAnswers;
  readonly choices: ValueChoices;
}

/** Mappings that are offered for a file. */
const MOST = 50;
const COLUMNS = [
  'id',
  'name',
  'mapping as columns',
  'date_order as dateOrder',
  sql<WordAnswers>`coalesce(words, '{}')`.as('words'),
  sql<ValueChoices>`coalesce(choices, '{}')`.as('choices'),
] as const;

/** A mapping for a file, with the columns of the file that it does not know. */
export type OfferedMapping = MappingRow & { readonly newColumns: readonly string[] };

/** Lists the saved mappings for files with these columns, or with some of them: the one that knows most columns first, then the newest one. */
export async function listMappings(db: Db, header: readonly string[]): Promise<OfferedMapping[]> {
  const rows = await db
    .selectFrom('patient_import_mappings')
    .select([...COLUMNS, 'header'])
    .where('header', '<@', sql<string[]>`${JSON.stringify(header)}::jsonb`)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .flatMap(({ header: saved, ...row }) => {
      const newColumns = addedColumns(saved, header);
      return newColumns === null ? [] : [{ ...row, newColumns }];
    })
    .toSorted((one, two) => one.newColumns.length - two.newColumns.length)
    .slice(0, MOST);
}

/** Saves a mapping; replaces one of the same name. */
export const saveMapping = (
  tx: Transaction<Database>,
  values: {
    readonly name: string;
    readonly header: readonly string[];
    readonly columns: ColumnMapping;
    readonly dateOrder: DateOrder | null;
    readonly words: WordAnswers;
    readonly choices: ValueChoices;
    readonly now: Date;
  },
): Promise<MappingRow> => {
  const changed = {
    name: values.name,
    header: JSON.stringify(values.header),
    mapping: JSON.stringify(values.columns),
    date_order: values.dateOrder,
    words: JSON.stringify(values.words),
    choices: JSON.stringify(values.choices),
    saved_at: values.now,
  };
  return tx
    .insertInto('patient_import_mappings')
    .values(changed)
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doUpdateSet(changed))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
};

/** Deletes a saved mapping and returns its name. */
export const deleteMapping = (tx: Transaction<Database>, id: string): Promise<{ name: string } | undefined> =>
  tx.deleteFrom('patient_import_mappings').where('id', '=', id).returning('name').executeTakeFirst();
