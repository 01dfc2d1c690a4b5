import { ageOn } from '../date.ts';

interface Limit {
  readonly pattern: RegExp;
  readonly sex?: 'Female' | 'Male';
  /** Years. */
  readonly ages?: readonly [from: number, to: number];
  readonly text: string;
}

/**
 * Diagnoses for one sex or for certain ages. Source: CMS, Definitions of Medicare Code Edits (ICD-10), sex and age conflicts; its age
 * groups are newborn 0, pediatric 0 to 17 and maternity 9 to 64 years.
 */
const LIMITS: readonly Limit[] = [
  {
    pattern: /^(?:O|Z33|Z34|Z36|Z37|Z39|Z3A)/u,
    sex: 'Female',
    ages: [9, 64],
    text: 'pregnancy and childbirth',
  },
  { pattern: /^(?:C5[1-8]|D06|D2[5-8]|N7[0-7]|N8[0-9]|N9[0-8]|Z124)/u, sex: 'Female', text: 'female organs' },
  { pattern: /^(?:C6[0-3]|D29|N4[0-9]|N5[0-3]|Z125)/u, sex: 'Male', text: 'male organs' },
  { pattern: /^P/u, ages: [0, 0], text: 'newborns' },
  { pattern: /^Z001/u, ages: [0, 17], text: 'children' },
];

/** The patient as limits see one. */
export interface CheckedPatient {
  readonly dateOfBirth: string | null;
  readonly gender: string | null;
}

/** Why a diagnosis does not fit the patient's sex or age on the date, or null. Unknown sex or age fits everything. */
export function patientProblem(code: string, patient: CheckedPatient, date: string): string | null {
  const plain = code.replace('.', '');
  const limit = LIMITS.find(({ pattern }) => pattern.test(plain));
  if (limit === undefined) return null;
  const { gender, dateOfBirth } = patient;
  const isOther = limit.sex === 'Female' ? gender === 'Male' : limit.sex === 'Male' && gender === 'Female';
  if (isOther) return `${code} is for ${limit.text}, but the patient is ${gender?.toLowerCase() ?? ''}.`;
  const age = dateOfBirth === null ? null : ageOn(dateOfBirth, date);
  if (age === null || limit.ages === undefined) return null;
  const [from, to] = limit.ages;
  return age < from || age > to ? `${code} is for ${limit.text}, but the patient is ${age} years old.` : null;
}
