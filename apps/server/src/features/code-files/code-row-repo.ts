import type { CodeFileKind } from '@portal/domain/code-files/kinds';
import type { CodeRow, PairRow } from '@portal/domain/code-files/rows';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { CodeFileError } from './code-file-source.ts';

/** Rows of a statement. Each must end within its timeout, also on a slow disk, and lets others in between. */
export const BATCH = 5000;

/** Adds rows about codes. */
export async function insertCodes(
  tx: Transaction<Database>,
  fileNo: number,
  rows: readonly CodeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into code_file_codes (file_no, code, part, valid_from, valid_to, facts)
    select ${fileNo}::int, code, part, "validFrom", "validTo", facts from json_to_recordset(${JSON.stringify(rows)})
      as row (code text, part text, "validFrom" date, "validTo" date, facts jsonb)`.execute(tx);
}

/** Adds pairs. `rationales`: the ids of their reasons. */
export async function insertPairs(
  tx: Transaction<Database>,
  fileNo: number,
  rows: readonly PairRow[],
  rationales: ReadonlyMap<string, number>,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into code_file_pairs (file_no, column1, column2, valid_from, valid_to, indicator, rationale)
    select ${fileNo}::int, * from unnest(
      ${rows.map(({ column1 }) => column1)}::text[], ${rows.map(({ column2 }) => column2)}::text[],
      ${rows.map(({ validFrom }) => validFrom)}::date[], ${rows.map(({ validTo }) => validTo)}::date[],
      ${rows.map(({ indicator }) => indicator)}::smallint[],
      ${rows.map(({ rationale }) => rationales.get(textOf(rationale)))}::smallint[])`.execute(tx);
}

/** An NCCI file has about twenty reasons. */
const MOST_RATIONALES = 1000;
const LONGEST_RATIONALE = 500;
const textOf = (rationale: string) => rationale.slice(0, LONGEST_RATIONALE);

/** Adds the reasons of pairs to `known`, by their texts. Throws CodeFileError for too many. */
export async function knowRationales(
  db: Db,
  rows: readonly PairRow[],
  known: Map<string, number>,
): Promise<void> {
  const unknown = [...new Set(rows.map(({ rationale }) => textOf(rationale)))].filter(
    (text) => !known.has(text),
  );
  if (unknown.length === 0) return;
  if (known.size + unknown.length > MOST_RATIONALES)
    throw new CodeFileError(
      `The file has more than ${MOST_RATIONALES.toLocaleString('en-US')} different reasons for pairs. It is no file of NCCI.`,
    );
  // A conflict would use up an id.
  await sql`insert into code_file_rationales (text) select text from unnest(${unknown}::text[]) as new (text)
    where not exists (select from code_file_rationales old where old.text = new.text)
    on conflict (text) do nothing`.execute(db);
  const found = await db
    .selectFrom('code_file_rationales')
    .select(['rationale', 'text'])
    .where('text', '=', sql<string>`any(${unknown}::text[])`)
    .execute();
  for (const { text, rationale } of found) known.set(text, rationale);
}

/** Where the rows of a file are found: by file, and then by two texts. */
export interface RowTable {
  readonly name: RawBuilder<unknown>;
  readonly columns: readonly [string, string];
  /** What is compared, besides the dates. The action of HCPCS is that of the edition, not of the code. */
  readonly facts: RawBuilder<unknown>;
}
const CODES: RowTable = {
  name: sql`code_file_codes`,
  columns: ['code', 'part'],
  facts: sql`facts - 'action'`,
};
const PAIRS: RowTable = {
  name: sql`code_file_pairs`,
  columns: ['column1', 'column2'],
  facts: sql`array[indicator, rationale]`,
};
export const tableOf = (kind: CodeFileKind): RowTable => (kind === 'ptp' ? PAIRS : CODES);

/** The texts of a row's key. */
export type RowKey = readonly [string, string];

/** The columns of a table's key, as SQL. */
export const keyOf = ({ columns }: RowTable) => sql`${sql.ref(columns[0])}, ${sql.ref(columns[1])}`;

/** The first key that a statement finds, or null. */
async function firstKey(db: Db, statement: RawBuilder<{ readonly key: RowKey }>): Promise<RowKey | null> {
  return (await statement.execute(db)).rows[0]?.key ?? null;
}

/** Removes all rows of a file, one batch per statement. `wait`: called before each. */
export async function removeRows(
  db: Db,
  fileNo: number,
  wait: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (const table of [CODES, PAIRS]) {
    const key = keyOf(table);
    // Each batch begins with the last key of the one before: the index still has the removed rows until they are vacuumed.
    let from: RowKey | null = ['', ''];
    while (from !== null) {
      await wait();
      from = await firstKey(
        db,
        sql`with batch as materialized (
            select ctid as place, array[${key}] as key from ${table.name}
            where file_no = ${fileNo} and (${key}) >= (${from[0]}, ${from[1]}) order by ${key} limit ${BATCH}
          ),
          removed as (delete from ${table.name} where ctid = any(array(select place from batch)))
          select key from batch order by key desc limit 1`,
      );
    }
  }
}

/** The numbers of files whose rows count for nothing: the files are not loaded, and neither checked nor worked on. */
export async function listLostFiles(db: Db): Promise<number[]> {
  const { rows } = await sql<{ fileNo: number }>`
    with recursive codes as (
      select min(file_no) as file_no from code_file_codes
      union all select (select min(file_no) from code_file_codes c where c.file_no > l.file_no) from codes l
      where l.file_no is not null
    ), pairs as (
      select min(file_no) as file_no from code_file_pairs
      union all select (select min(file_no) from code_file_pairs p where p.file_no > l.file_no) from pairs l
      where l.file_no is not null
    )
    select file_no as "fileNo" from (select file_no from codes union select file_no from pairs) found
    where file_no is not null and not exists (
      select from code_files f where f.file_no = found.file_no
        and (f.state = 'Loaded' or f.state = 'Draft' and (f.task is not null or f.checked_at is not null)))`.execute(
    db,
  );
  return rows.map(({ fileNo }) => fileNo);
}

/** The first and the last key of a file's rows; undefined without any. */
export async function findKeyRange(
  db: Db,
  table: RowTable,
  fileNo: number,
): Promise<{ readonly first: RowKey; readonly last: RowKey } | undefined> {
  const [one, two] = table.columns.map((column) => sql.ref(column));
  const rows = sql`select array[${keyOf(table)}] as key from ${table.name} where file_no = ${fileNo}`;
  const first = await firstKey(db, sql`${rows} order by ${one}, ${two} limit 1`);
  const last = await firstKey(db, sql`${rows} order by ${one} desc, ${two} desc limit 1`);
  return first === null || last === null ? undefined : { first, last };
}

/** Whether two files have keys in common, so that they are not parts of one edition. */
export async function haveCommonKeys(db: Db, table: RowTable, one: number, two: number): Promise<boolean> {
  const a = await findKeyRange(db, table, one);
  const b = await findKeyRange(db, table, two);
  if (a === undefined || b === undefined) return false;
  const [first, second] = table.columns.map((column) => sql.ref(column));
  // Parts follow each other, so the ranges of their keys tell, in general, without a look at all of them.
  const { rows } = await sql<{ found: boolean }>`
    select (${a.first[0]}::text, ${a.first[1]}::text) <= (${b.last[0]}::text, ${b.last[1]}::text)
      and (${b.first[0]}::text, ${b.first[1]}::text) <= (${a.last[0]}::text, ${a.last[1]}::text)
      and exists (
        select from ${table.name} a join ${table.name} b using (${first}, ${second})
        where a.file_no = ${one} and b.file_no = ${two}
      ) as found`.execute(db);
  return rows[0]?.found === true;
}
