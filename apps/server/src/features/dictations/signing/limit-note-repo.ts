import { reliefOf, RELIEF_FIELDS } from '@portal/domain/template/source-values';
import type { FieldValues } from '@portal/domain/template/value';
import type { LimitLine, LimitNote } from '@portal/domain/payer-limits';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** Which notes are counted: of these patients, with one of these procedure codes, on these days (YYYY-MM-DD, null for any). */
export interface CountedNotes {
  readonly patientIds: readonly string[];
  readonly codes: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string;
}

/** Finds active notes with the lines that count, oldest first. No-shows have none. */
export async function findLimitNotes(
  db: Db,
  { patientIds, codes, firstDay, lastDay }: CountedNotes,
): Promise<readonly (LimitNote & { readonly patientId: string })[]> {
  const { rows } = await sql<{
    dictationId: string;
    patientId: string;
    procedureDate: string;
    isSigned: boolean;
    lines: readonly LimitLine[];
    values: FieldValues | null;
  }>`
    select d.id as "dictationId", d.patient_id as "patientId", d.procedure_date as "procedureDate",
      d.status = 'Signed' as "isSigned", c.lines,
      (select jsonb_object_agg(key, value) from jsonb_each(d.form_data) where key = any(${RELIEF_FIELDS}::text[])) as values
    from dictations d
    cross join lateral (
      select jsonb_agg(jsonb_build_object('code', c.code, 'modifiers', c.modifiers) order by c.place) as lines
      from dictation_codes c
      where c.dictation_id = d.id and c.code_type = 'CPT' and upper(c.code) = any(${codes}::text[])
    ) c
    where d.patient_id = any(${patientIds}::uuid[]) and d.procedure_date between coalesce(${firstDay}::date, '-infinity') and ${lastDay}::date
      and d.is_active and d.billing_option not in ('noshow-patient', 'noshow-provider') and c.lines is not null
    order by d.procedure_date, d.id ${PREPARED}`.execute(db);
  return rows.map(({ values, ...note }) => ({
    ...note,
    relief: values === null ? null : reliefOf({ procedureDate: note.procedureDate, formData: values }),
  }));
}
