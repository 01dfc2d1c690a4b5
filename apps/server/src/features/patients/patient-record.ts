import { normalizeSearchText, patientSearchText } from '@portal/domain/patient-search';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { blindIndex, type Keys } from '#security/keys.ts';

/** Index entries have a limited size. Only names with letters that normalize to several letters are truncated. */
const MAX_NAME = 105;
const MAX_SEARCH_TEXT = 450;

/** Sort key of a name: last, first, ignoring case, accents and punctuation. A shorter last name comes first. */
function patientNameKey(lastName: string, firstName: string): string {
  return [lastName, firstName].map((name) => normalizeSearchText(name).slice(0, MAX_NAME)).join('\t');
}

/** Columns for sorting and searching. Must be updated whenever a name, the phone number or the former MRN changes. */
export function patientKeys(patient: {
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
  readonly phone: string | null;
  readonly formerMrn?: string | null;
}): { name_key: string; search_text: string } {
  return {
    name_key: patientNameKey(patient.lastName, patient.firstName),
    search_text: ` ${patientSearchText(patient)}`.slice(0, MAX_SEARCH_TEXT),
  };
}

const contextOf = (patientId: string) => `patients.ssn:${patientId}`;

/** Columns of an SSN (nine digits): the encrypted number, bound to this patient, and its keyed hash. */
export function ssnColumns(
  keys: Keys,
  patientId: string,
  digits: string | null,
): { ssn: Buffer | null; ssn_index: Buffer | null } {
  if (digits === null) return { ssn: null, ssn_index: null };
  return { ssn: encryptValue(keys, contextOf(patientId), digits), ssn_index: ssnIndex(keys, digits) };
}

/** Keyed hash of an SSN (nine digits), for lookups. */
export function ssnIndex(keys: Keys, digits: string): Buffer {
  return blindIndex(keys, 'patients.ssn', digits);
}

/** Decrypts an SSN to nine digits. Throws if it was altered or belongs to another patient. */
export function readSsn(keys: Keys, patientId: string, stored: Buffer): string {
  return decryptValue(keys, contextOf(patientId), stored);
}
