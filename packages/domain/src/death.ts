import { ageOn, formatDateUs } from './date.ts';

/** What is known about a patient’s death: whether, and the day (YYYY-MM-DD) if that is known. */
export interface Death {
  readonly isDeceased: boolean;
  readonly dateOfDeath: string | null;
}

/** A patient who may have died. Records that only refer to a patient know less. */
export type MaybeDeceased = { readonly [K in keyof Death]?: Death[K] | undefined };

/** "Deceased 03/04/2020", "Deceased" without a date, or blank. */
export function deathMark({ isDeceased, dateOfDeath }: MaybeDeceased): string {
  if (isDeceased !== true) return '';
  return typeof dateOfDeath === 'string' ? `Deceased ${formatDateUs(dateOfDeath)}` : 'Deceased';
}

/** The date of a death, as it is shown in the record. */
export const deathDate = ({ dateOfDeath }: Death): string =>
  dateOfDeath === null ? 'Deceased, date not known' : formatDateUs(dateOfDeath);

/** A name or label with the mark of a deceased patient: "Lee, Ann (00000042), deceased 03/04/2020". */
export function withDeathMark(label: string, patient: MaybeDeceased): string {
  const mark = deathMark(patient);
  return mark === '' ? label : `${label}, ${mark.charAt(0).toLowerCase()}${mark.slice(1)}`;
}

/** The age in whole years on `today` or at death; null if it is not known. Days are YYYY-MM-DD. */
export function patientAge(
  { dateOfBirth, isDeceased, dateOfDeath }: Death & { readonly dateOfBirth: string },
  today: string,
): number | null {
  if (!isDeceased) return ageOn(dateOfBirth, today);
  return dateOfDeath === null ? null : ageOn(dateOfBirth, dateOfDeath);
}

/** Why a day (YYYY-MM-DD) cannot be a patient’s date of death, or null. A blank birth date or `today` is not known. */
export function dateOfDeathProblem(
  dateOfDeath: string,
  { dateOfBirth, today }: { readonly dateOfBirth: string; readonly today: string },
): string | null {
  if (today !== '' && dateOfDeath > today) return 'Date of death may not be later than today';
  return dateOfDeath < dateOfBirth ? 'Date of death is before the date of birth' : null;
}
