import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** Finds what the catalog says about codes, active or not. Codes that it does not have are left out. */
export async function findCodeTraits(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('billing_codes')
    .select([
      'code',
      'code_type as codeType',
      'line_type as lineType',
      'bilateral_indicator as bilateralIndicator',
      'unit_size as unitSize',
      'unit',
      'is_billable as isBillable',
      'is_active as isActive',
      'valid_from as validFrom',
      'valid_to as validTo',
    ])
    .where('code', '=', sql<string>`any(${[...new Set(codes)]}::text[])`)
    .modifyEnd(PREPARED)
    .execute();
}

/** Finds a billable diagnosis below each of these codes: M17.0 for M17. Codes without one are left out. */
export async function findLongerCodes(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom(sql<{ code: string }>`unnest(${[...new Set(codes)]}::text[])`.as<'wanted'>(sql`wanted(code)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('billing_codes as b')
          .select('b.code as longer')
          .where('b.code_type', '=', 'ICD10')
          .where('b.is_active', '=', true)
          .where(sql<boolean>`starts_with(b.code, wanted.code)`)
          .where(sql<boolean>`length(b.code) > length(wanted.code)`)
          .orderBy(sql`b.is_billable desc`)
          .orderBy('b.code')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select([sql<string>`wanted.code`.as('code'), 'l.longer'])
    .execute();
  return new Map(rows.map(({ code, longer }) => [code, longer]));
}

/** A patient's day with the dictation that is being looked at; null for a new one. */
export interface PatientDay {
  readonly patientId: string;
  readonly procedureDate: string;
  readonly dictationId: string | null;
}

/**
 * Finds the procedure lines of the active dictations of these patients and days, with their dictations. No-shows have none. Lines of a
 * code that the catalog does not have are without line type.
 */
export async function findDayLines(db: Db, days: readonly PatientDay[]) {
  if (days.length === 0) return [];
  return db
    .selectFrom('dictations as d')
    .innerJoin('dictation_codes as c', 'c.dictation_id', 'd.id')
    .leftJoin('billing_codes as b', (join) =>
      join.onRef('b.code', '=', 'c.code').onRef('b.code_type', '=', 'c.code_type'),
    )
    .select([
      'd.id as dictationId',
      'd.patient_id as patientId',
      'd.procedure_date as procedureDate',
      'c.code',
      'c.modifiers',
      'c.units',
      'd.provider_id as providerId',
      'b.line_type as lineType',
    ])
    .where('d.is_active', '=', true)
    .where('c.code_type', '=', 'CPT')
    .where('d.billing_option', 'not in', ['noshow-patient', 'noshow-provider'])
    .where(
      sql<boolean>`(d.patient_id, d.procedure_date) in (
        select * from unnest(${days.map(({ patientId }) => patientId)}::uuid[], ${days.map(({ procedureDate }) => procedureDate)}::date[])
      )`,
    )
    .orderBy('d.id')
    .orderBy('c.place')
    .execute();
}
