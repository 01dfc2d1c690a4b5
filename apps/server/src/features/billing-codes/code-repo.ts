import { billingCodeRecord } from '@portal/contract/billing-codes';
import type { RowOf } from '@portal/contract/record';
import type { CodeType } from '@portal/domain/billing-code';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { recordTable } from '#db/record-table.ts';
import { PREPARED } from '#db/statement-marks.ts';

export const codes = recordTable(billingCodeRecord.fields, 'billing_codes', 'updated_at');

/** A code as read from the database. */
export type CodeRow = RowOf<typeof billingCodeRecord.fields> & { readonly updatedAt: Date };

/** Finds codes by id and locks them until the transaction ends, in the order in which imports lock them. */
export async function lockCodes(db: Db, ids: readonly string[]): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select ${codes.columns} from billing_codes where id = ${anyId(ids)} order by code_type, code for update`.execute(
    db,
  );
  return rows;
}

/** Finds codes by id, in the order of the ids. */
export async function findCodes(db: Db, ids: readonly string[]): Promise<CodeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CodeRow>`
    select ${codes.columns} from billing_codes where id = ${anyId(ids)} ${PREPARED}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The descriptions of codes of a type. Unknown codes are omitted. */
export function findDescriptions(
  db: Db,
  type: CodeType,
  wanted: readonly string[],
): Promise<Pick<CodeRow, 'code' | 'description'>[]> {
  return db
    .selectFrom('billing_codes')
    .select(['code', 'description'])
    .where('code_type', '=', type)
    .where('code', 'in', wanted)
    .execute();
}

/** Finds which of these diagnosis codes the catalog offers: active and billable ones. */
export const findOfferedDiagnoses = (db: Db, wanted: readonly string[]) =>
  db
    .selectFrom('billing_codes')
    .select([
      'id',
      'code_type as codeType',
      'code',
      'description',
      'valid_from as validFrom',
      'valid_to as validTo',
    ])
    .where('code_type', '=', 'ICD10')
    .where('code', '=', sql<string>`any(${[...wanted]}::text[])`)
    .where('is_active', '=', true)
    .where('is_billable', '=', true)
    .execute();
