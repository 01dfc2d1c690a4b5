import { isUsStateCode, isValidZip, US_STATES } from '../address.ts';
import { isValidPhone, phoneDigits } from '../phone.ts';
import { isValidSsn, normalizeSsn } from '../ssn.ts';
import { cleanSingleLine } from '../text.ts';

/** A value that was read, one that is left out with a note, or why it cannot be read. */
export type ReadValue<T> =
  | { readonly value: T | null; readonly note?: string }
  | { readonly problem: string };

const NOTHING = /^(?:[-?.*\s]*|n\/?a|none|null|nil|unk|unknown|not available|not on file|declined|refused)$/i;
const GENDERS: readonly (readonly ['Male' | 'Female' | 'Other' | null, RegExp])[] = [
  ['Male', /^(?:m|male|man|boy)$/i],
  ['Female', /^(?:f|female|woman|girl)$/i],
  ['Other', /^(?:o|x|other|nb|non-?\s?binary|intersex)$/i],
  [null, /^(?:u|undetermined|undisclosed)$/i],
];

/** An optional cell; blank if it only says that there is no value. */
export function optionalCell(text: string | undefined): string {
  const clean = cleanSingleLine(text ?? '');
  return NOTHING.test(clean) ? '' : clean;
}

/** "F", "female" or "Woman" become Female. */
export function readGender(text: string): ReadValue<'Male' | 'Female' | 'Other'> {
  if (text === '') return { value: null };
  const found = GENDERS.find(([, pattern]) => pattern.test(text));
  return found === undefined ? { problem: 'Gender must be Male, Female or Other' } : { value: found[0] };
}

/** The code of a state, from its code or name. */
export function readState(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  const code = text.replaceAll('.', '').toUpperCase();
  if (isUsStateCode(code)) return { value: code };
  const state = US_STATES.find(({ name }) => name.toUpperCase() === text.toUpperCase());
  return state === undefined ? { problem: 'State must be one of the 50 US states' } : { value: state.code };
}

/** Five digits or 5+4. Spreadsheets drop leading zeros; they are added again. */
export function readZip(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  const parts = /^(\d{3,5})(?:\.0)?(?:[-\s]+(\d{4})?)?$/.exec(text) ?? /^(\d{4,5})(\d{4})$/.exec(text);
  if (parts === null) return { problem: 'ZIP code must be 5 digits or 5+4 digits' };
  const zip = (parts[1] ?? '').padStart(5, '0');
  if (zip === '00000') return { value: null, note: 'ZIP code 00000 left out' };
  const code = parts[2] === undefined || parts[2] === '0000' ? zip : `${zip}-${parts[2]}`;
  return isValidZip(code) ? { value: code } : { problem: 'ZIP code must be 5 digits or 5+4 digits' };
}

/** The digits of a US phone number, without words such as "cell". */
export function readPhone(text: string): ReadValue<string> {
  const phone = text.replace(/\(?\b(?:cell|mobile|home|work|main|c|h|m|w)\b[).:]*/gi, '').trim();
  const digits = phoneDigits(phone);
  if (digits === '' && NOTHING.test(phone)) return { value: null };
  if (/^1?(\d)\1{9}$/.test(digits)) return { value: null, note: 'Phone that is no real number left out' };
  if (isValidPhone(phone)) return { value: digits };
  return {
    problem: digits.length === 7 ? 'Phone has no area code' : 'Phone is not a valid US phone number',
  };
}

/** Nine digits. Numbers that are masked or were never issued are left out: old systems use them as placeholders. */
export function readSsn(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  if (isValidSsn(text)) return { value: normalizeSsn(text) };
  if (/^[x*#•\s-]+\d{0,4}$/i.test(text))
    return { value: null, note: 'Masked social security number left out' };
  if (/^\d{3}([- ]?)\d{2}\1\d{4}$/.test(text))
    return { value: null, note: 'Social security number that was never issued left out' };
  return { problem: 'Social security number must have 9 digits' };
}

const ACTIVE = /^(?:a|active|current|true|yes|y|1|t)$/i;
const INACTIVE =
  /^(?:i|inactive|false|no|n|0|f|d|deceased|dead|expired|archived|discharged|former|transferred|moved|closed)$/i;

/** Whether a patient is active. Deceased patients are not. */
export function readStatus(status: string, death: string): ReadValue<boolean> {
  if (death !== '' && !/^(?:no|n|false|0|f)$/i.test(death)) return { value: false };
  if (status === '' || ACTIVE.test(status)) return { value: true };
  return INACTIVE.test(status)
    ? { value: false }
    : { value: true, note: 'Unknown status; imported as active' };
}
