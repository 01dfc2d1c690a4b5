import type { CodeType } from '@portal/domain/billing-code';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { LocationScope } from '../headers/header-repo.ts';

/** Claims imports of templates until the transaction ends. Returns false while another one runs. */
export async function claimImport(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    claimed: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('templates:import', 0)) as claimed`.execute(db);
  return rows[0]?.claimed === true;
}

interface CodeKey {
  readonly codeType: CodeType;
  readonly code: string;
}
export type FoundCode = CodeKey & { readonly id: string };

/** Finds billing codes by type and code, and prevents their deletion until the transaction ends. */
export async function lockCodesByName(db: Db, keys: readonly CodeKey[]): Promise<FoundCode[]> {
  const types = keys.map(({ codeType }) => codeType);
  const codes = keys.map(({ code }) => code);
  const found = await sql<FoundCode>`
    select id, code_type as "codeType", code from billing_codes
    where (code_type, code) in (select * from unnest(${types}::text[], ${codes}::text[]))
    order by code_type, code for key share`.execute(db);
  return found.rows;
}

/** Lists the names of the offices in scope. */
export const listOfficeNames = (
  db: Db,
  { includeSuperAdminOnly }: LocationScope,
): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('offices')
    .select(['id', 'name'])
    .$if(!includeSuperAdminOnly, (query) => query.where('super_admin_only', '=', false))
    .orderBy('name')
    .orderBy('id')
    .execute();
