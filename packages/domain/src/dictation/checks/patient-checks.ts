import { formatDateUs } from '../../date.ts';
import { patientProblem } from '../diagnosis-limits.ts';
import { atLine, atNothing, lineWith, type Find } from './checked.ts';

/** Diagnoses that do not fit the patient's sex or age. */
export const patientDiagnoses: Find = ({ lines, patient, procedureDate }) =>
  lines
    .filter(({ codeType }) => codeType === 'ICD10')
    .flatMap((line) => {
      const message = patientProblem(line.code, patient, procedureDate);
      return message === null ? [] : [atLine(line, message)];
    });

export const noDiagnosis: Find = lineWith(
  ({ codeType, diagnosisPointers }) => codeType === 'CPT' && diagnosisPointers.length === 0,
  ({ code }) => `${code} has no diagnosis. Payers need the reason for each procedure.`,
);

/** A procedure date that nobody can sign: in the future, or before the patient was born. */
export const procedureDay: Find = ({ procedureDate, today, patient }) => [
  ...(today !== null && procedureDate > today
    ? [
        atNothing(
          `The procedure date ${formatDateUs(procedureDate)} is in the future. Sign on that day, or correct the date.`,
        ),
      ]
    : []),
  ...(patient.dateOfBirth !== null && procedureDate < patient.dateOfBirth
    ? [
        atNothing(
          `The procedure date ${formatDateUs(procedureDate)} is before the patient was born. Correct the date.`,
        ),
      ]
    : []),
];

/** A procedure date more than a year ago. */
export const oldDay: Find = ({ procedureDate, today }) =>
  today !== null && procedureDate < yearBefore(today)
    ? [
        atNothing(
          `The procedure date ${formatDateUs(procedureDate)} is more than a year ago. Check the year.`,
        ),
      ]
    : [];

/** The same day a year before; February 28 for a leap day. */
function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace(/-29$/u, '-28') : before;
}
