import type { CodeType } from '@portal/domain/billing-code';
import type { CatalogRow } from '@portal/domain/billing-code-import';
import { defaultLineTraits } from '@portal/domain/billing-line';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** An existing code, with the property names of an import. */
export interface Found {
  readonly id: string;
  readonly codeType: CodeType;
  readonly code: string;
  readonly description: string;
  readonly category: string | null;
  readonly isActive: boolean;
}

type Key = Pick<CatalogRow, 'codeType' | 'code'>;

/** Finds the rows' codes that exist in the catalog. With `lock`, they are locked until the transaction ends. */
export async function findByCode(
  db: Db,
  rows: readonly Key[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Found[]> {
  // A fixed order prevents deadlocks between concurrent imports.
  const found = await sql<Found>`
    select id, code_type as "codeType", code, description, category, is_active as "isActive" from billing_codes
    where (code_type, code) in (select * from unnest(${types(rows)}::text[], ${texts(rows)}::text[]))
    order by code_type, code ${lock ? sql`for update` : sql``}`.execute(db);
  return found.rows;
}

/** Inserts codes with the default traits of their range. Updates a code that was added concurrently. */
export async function insertRows(db: Db, rows: readonly CatalogRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const traits = rows.map(({ codeType, code }) => defaultLineTraits(codeType, code));
  await sql`
    insert into billing_codes (code_type, code, description, category, is_active, line_type, bilateral_indicator, updated_at)
    select r.code_type, r.code, r.description, r.category, r.is_active, r.line_type, r.bilateral_indicator, ${now}
    from unnest(
      ${types(rows)}::text[], ${texts(rows)}::text[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.category ?? null)}::text[], ${rows.map((row) => row.isActive ?? true)}::boolean[],
      ${traits.map((each) => each.lineType)}::text[], ${traits.map((each) => each.bilateralIndicator)}::smallint[]
    ) as r (code_type, code, description, category, is_active, line_type, bilateral_indicator)
    order by r.code_type, r.code
    on conflict (code_type, code) do update
      set description = excluded.description, category = excluded.category, is_active = excluded.is_active,
        version = billing_codes.version + 1, updated_at = excluded.updated_at
      where (billing_codes.description, billing_codes.category, billing_codes.is_active)
        is distinct from (excluded.description, excluded.category, excluded.is_active)`.execute(db);
}

/** Updates locked codes. */
export async function updateRows(
  db: Db,
  rows: readonly Pick<Found, 'id' | 'description' | 'category' | 'isActive'>[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update billing_codes as b
    set description = r.description, category = r.category, is_active = r.is_active, version = b.version + 1, updated_at = ${now}
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.category)}::text[], ${rows.map((row) => row.isActive)}::boolean[]
    ) as r (id, description, category, is_active)
    where b.id = r.id`.execute(db);
}

const types = (rows: readonly Key[]) => rows.map(({ codeType }) => codeType);
const texts = (rows: readonly Key[]) => rows.map(({ code }) => code);
