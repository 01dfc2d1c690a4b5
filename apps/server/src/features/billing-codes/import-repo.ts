import type { CodeType } from '@portal/domain/billing-code';
import type { CodeValues } from '@portal/domain/billing-code-changes';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { codes } from './code-repo.ts';

interface Key {
  readonly codeType: CodeType;
  readonly code: string;
}
/** A code to add. */
export type NewCode = Key & CodeValues;
/** An existing code. */
export type Found = { readonly id: string } & NewCode;

/** Finds the codes that exist in the catalog. With `lock`, they are locked until the transaction ends. */
export async function findByCode(
  db: Db,
  keys: readonly Key[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Found[]> {
  // A fixed order prevents deadlocks between concurrent imports.
  const found = await sql<Found>`
    select ${codes.columns}
    from billing_codes
    where (code_type, code) in (select * from unnest(${types(keys)}::text[], ${texts(keys)}::text[]))
    order by code_type, code ${lock ? sql`for update` : sql``}`.execute(db);
  return found.rows;
}

const COLUMNS = sql.raw(
  'description, category, is_active, line_type, bilateral_indicator, unit_size, unit, is_billable, valid_from, valid_to',
);
/** The values of `COLUMNS` as arrays. */
const columnValues = (rows: readonly CodeValues[]) => sql`
  ${rows.map((row) => row.description)}::text[], ${rows.map((row) => row.category)}::text[],
  ${rows.map((row) => row.isActive)}::boolean[], ${rows.map((row) => row.lineType)}::text[],
  ${rows.map((row) => row.bilateralIndicator)}::smallint[], ${rows.map((row) => row.unitSize)}::double precision[],
  ${rows.map((row) => row.unit)}::text[], ${rows.map((row) => row.isBillable)}::boolean[],
  ${rows.map((row) => row.validFrom)}::date[], ${rows.map((row) => row.validTo)}::date[]`;

/** Inserts codes. Updates a code that was added concurrently. */
export async function insertRows(db: Db, rows: readonly NewCode[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into billing_codes (code_type, code, ${COLUMNS}, updated_at)
    select r.*, ${now}::timestamptz
    from unnest(${types(rows)}::text[], ${texts(rows)}::text[], ${columnValues(rows)}) as r (code_type, code, ${COLUMNS})
    order by r.code_type, r.code
    on conflict (code_type, code) do update
      set description = excluded.description, category = coalesce(excluded.category, billing_codes.category), is_active = excluded.is_active,
        version = billing_codes.version + 1, updated_at = excluded.updated_at
      where (billing_codes.description, billing_codes.category, billing_codes.is_active)
        is distinct from (excluded.description, coalesce(excluded.category, billing_codes.category), excluded.is_active)`.execute(
    db,
  );
}

/** Updates locked codes. */
export async function updateRows(
  db: Db,
  rows: readonly ({ readonly id: string } & CodeValues)[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update billing_codes as b
    set (${COLUMNS}) =
        (r.description, r.category, r.is_active, r.line_type, r.bilateral_indicator, r.unit_size, r.unit, r.is_billable, r.valid_from,
          r.valid_to),
      version = b.version + 1, updated_at = ${now}
    from unnest(${rows.map((row) => row.id)}::uuid[], ${columnValues(rows)}) as r (id, ${COLUMNS})
    where b.id = r.id`.execute(db);
}

const types = (rows: readonly Key[]) => rows.map(({ codeType }) => codeType);
const texts = (rows: readonly Key[]) => rows.map(({ code }) => code);
