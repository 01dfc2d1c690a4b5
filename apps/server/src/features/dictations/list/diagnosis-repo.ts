import type { Db } from '#db/database.ts';

/** Only the newest signed notes of a patient are read. */
const NEWEST = 100;

/** A diagnosis of a patient in a record. */
export interface FoundDiagnosis {
  /** The record. */
  readonly id: string;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly text: string;
  /** Null if the record has only a text. */
  readonly code: string | null;
}

/** Lists the diagnoses of a patient’s signed notes, each once with its newest note. */
export async function listDiagnosesOfNotes(db: Db, patientId: string): Promise<FoundDiagnosis[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('dictations')
        .select(['id', 'template_id', 'procedure_date'])
        .where('patient_id', '=', patientId)
        .where('status', '=', 'Signed')
        .where('is_active', '=', true)
        .orderBy('procedure_date', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .as('d'),
    )
    .innerJoin('dictation_codes as c', 'c.dictation_id', 'd.id')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .leftJoin('signed_prints as s', 's.dictation_id', 'd.id')
    .distinctOn('c.code')
    .select((eb) => [
      'd.id',
      'd.procedure_date as date',
      'c.code',
      'c.description',
      eb.fn.coalesce('s.template_name', 't.name').as('name'),
    ])
    .where('c.code_type', '=', 'ICD10')
    .orderBy('c.code')
    .orderBy('d.procedure_date', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map(({ description, ...row }) => ({ ...row, text: `${row.code} ${description}`.trim() }));
}
