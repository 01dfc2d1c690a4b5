import { normalizeSearchText, patientSearchText } from '@portal/domain/patient-search';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { blindIndex, type Keys } from '#security/keys.ts';

/** Id and medical record number of a patient about to be added: the id is part of what the encryption binds to. */
export interface PatientNumbers {
  readonly id: string;
  /** Eight digits, unique, given once. */
  readonly medicalRecordNumber: string;
}

/** Takes the numbers of `count` new patients. A rolled back transaction leaves a gap in the sequence. */
export async function takePatientNumbers(db: Db, count: number): Promise<PatientNumbers[]> {
  const result = await sql<{ id: string; mrn: string }>`
    select uuidv7() as id, lpad(nextval('patient_mrn_seq')::text, 8, '0') as mrn
    from generate_series(1, ${count})`.execute(db);
  return result.rows.map(({ id, mrn }) => ({ id, medicalRecordNumber: mrn }));
}

/** Index entries have a limited size: only names of letters that normalize into many are cut. */
const MAX_NAME = 105;
const MAX_SEARCH_TEXT = 450;

/** Names are sorted last, first, without case, accents and punctuation; a shorter last name comes first. */
export function patientNameKey(lastName: string, firstName: string): string {
  return [lastName, firstName].map((name) => normalizeSearchText(name).slice(0, MAX_NAME)).join('\t');
}

/** The columns that sorting and searching use; to be written whenever a name or the phone number is. */
export function patientKeys(patient: {
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
  readonly phone: string | null;
}): { name_key: string; search_text: string } {
  return {
    name_key: patientNameKey(patient.lastName, patient.firstName),
    search_text: ` ${patientSearchText(patient)}`.slice(0, MAX_SEARCH_TEXT),
  };
}

const contextOf = (patientId: string) => `patients.ssn:${patientId}`;

/** What is stored of a social security number (nine digits): encrypted for this patient, and its keyed hash. */
export function ssnColumns(
  keys: Keys,
  patientId: string,
  digits: string | null,
): { ssn: Buffer | null; ssn_index: Buffer | null } {
  if (digits === null) return { ssn: null, ssn_index: null };
  return { ssn: encryptValue(keys, contextOf(patientId), digits), ssn_index: ssnIndex(keys, digits) };
}

/** The keyed hash under which a social security number (nine digits) is found again. */
export function ssnIndex(keys: Keys, digits: string): Buffer {
  return blindIndex(keys, 'patients.ssn', digits);
}

/** The nine digits of a stored social security number. Throws when it was altered or belongs to another patient. */
export function readSsn(keys: Keys, patientId: string, stored: Buffer): string {
  return decryptValue(keys, contextOf(patientId), stored);
}
