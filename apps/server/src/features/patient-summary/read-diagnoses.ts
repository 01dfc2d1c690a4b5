import {
  DIAGNOSIS_GUARDS,
  MOST_DIAGNOSES,
  patientDiagnoses,
  type PatientDiagnosis,
} from '@portal/contract/patient-diagnoses';
import { catalogCode, isIcd10 } from '@portal/domain/billing-code';
import { passesGuard } from '#authz/guard.ts';
import { together } from '#db/together.ts';
import { operation } from '#http/operation.ts';
import { recordRead } from '#request/record-read.ts';
import { findOfferedDiagnoses } from '#features/billing-codes/index.ts';
import { listDiagnosesOfNotes, type FoundDiagnosis } from '#features/dictations/index.ts';
import { listDiagnosesOfOrders } from '#features/orders/index.ts';
import { getPatientRef } from '#features/patients/index.ts';

/** Lists the diagnoses that a patient already has, as far as the caller may view their records. Throws NOT_FOUND. */
export const readDiagnoses = operation(patientDiagnoses, async (context, { params: { id: patientId } }) => {
  const { db } = context.deps;
  const may = (kind: keyof typeof DIAGNOSIS_GUARDS) => passesGuard(DIAGNOSIS_GUARDS[kind], context.user);
  const [, ofNotes, ofOrders] = await together([
    getPatientRef(db, patientId),
    may('Dictation') ? listDiagnosesOfNotes(db, patientId) : [],
    may('Order') ? listDiagnosesOfOrders(db, patientId) : [],
  ]);
  const newest = newestOfEach([
    ...ofNotes.map((found) => ({ ...found, kind: 'Dictation' as const })),
    ...ofOrders.map((found) => ({ ...found, code: codeIn(found.text), kind: 'Order' as const })),
  ]);
  const offered = await findOfferedDiagnoses(
    db,
    newest.flatMap(({ code }) => code ?? []),
  );
  const idsOf = (kind: keyof typeof DIAGNOSIS_GUARDS) =>
    newest.flatMap((found) => (found.kind === kind ? [found.id] : []));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    newValues: { dictationIds: idsOf('Dictation'), orderIds: idsOf('Order') },
  });
  return newest.map(({ text, code, kind, id, name, date }): PatientDiagnosis => ({
    text,
    billingCode: offered.find((each) => each.code === code) ?? null,
    source: { kind, id, name, date },
  }));
});

interface Candidate extends FoundDiagnosis {
  readonly kind: keyof typeof DIAGNOSIS_GUARDS;
}

/** The code with which the diagnosis of an order begins; null without one. */
function codeIn(text: string): string | null {
  const code = catalogCode('ICD10', text.trim().split(/\s/u)[0] ?? '');
  return isIcd10(code) ? code : null;
}

/** Each diagnosis once, newest first; of the same day, that of a note. */
function newestOfEach(all: readonly Candidate[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const each of all.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))) {
    const key = each.code ?? each.text.trim().toLowerCase();
    if (!found.has(key)) found.set(key, each);
  }
  return [...found.values()].slice(0, MOST_DIAGNOSES);
}
