import { shorterCodes } from '@portal/domain/billing-code-traits';
import { isIcd10, type CodeType } from '@portal/domain/billing-code';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

interface Key {
  readonly codeType: CodeType;
  readonly code: string;
}

/** Which diagnoses have longer codes once certain codes are in the catalog. */
export interface Subdivisions {
  /** Shorter codes of the added ones, whether they exist or not. */
  readonly shorter: readonly Key[];
  readonly hasLonger: (key: Key) => boolean;
  /** Whether the added codes contain the first longer ones. */
  readonly isNew: (key: Key) => boolean;
}

/**
 * Reads which of the added diagnoses and their shorter codes have longer codes. With `lock`, additions of diagnoses run one after the
 * other until the transaction ends: otherwise, M17 and M17.0 could be added at the same time without noticing each other.
 */
export async function readSubdivisions(
  db: Db,
  added: readonly (Key & { readonly hasLongerCodes?: boolean | undefined })[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Subdivisions> {
  const diagnoses = added.filter(({ codeType, code }) => codeType === 'ICD10' && isIcd10(code));
  const shorter = new Set(diagnoses.flatMap(({ codeType, code }) => shorterCodes(codeType, code)));
  if (lock && diagnoses.length > 0)
    await sql`select pg_advisory_xact_lock(hashtextextended('billing-codes:diagnoses', 0))`.execute(db);
  const before = await findSubdivided(db, [...new Set([...diagnoses.map(({ code }) => code), ...shorter])]);
  const now = new Set([
    ...shorter,
    ...diagnoses.flatMap(({ code, hasLongerCodes }) => (hasLongerCodes === true ? [code] : [])),
  ]);
  const isDiagnosis = ({ codeType }: Key) => codeType === 'ICD10';
  return {
    shorter: [...shorter].map((code) => ({ codeType: 'ICD10', code })),
    hasLonger: (key) => isDiagnosis(key) && (before.has(key.code) || now.has(key.code)),
    isNew: (key) => isDiagnosis(key) && !before.has(key.code) && now.has(key.code),
  };
}

/** The diagnoses that have longer ICD-10-CM codes in the catalog. They need not be in it. */
async function findSubdivided(db: Db, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  // With the limit, each code is one short read of the index.
  const { rows } = await sql<{ code: string }>`
    select c.code from unnest(${codes}::text[]) as c (code) cross join lateral (
      select from billing_codes as longer
      where longer.code_type = 'ICD10' and longer.code > c.code collate "C" and longer.code < (c.code || '~') collate "C"
        and longer.code ~ '^[A-Z][0-9][0-9A-Z](\\.[0-9A-Z]{1,4})?$'
      order by longer.code_type, longer.code limit 1
    ) as first`.execute(db);
  return new Set(rows.map(({ code }) => code));
}
