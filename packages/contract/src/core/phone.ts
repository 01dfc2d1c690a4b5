import { isValidPhone, PHONE_EXPECTED, phoneDigits } from '@portal/domain/phone';
import { optionalText, requiredText } from './fields.ts';

/** Longer than any number, however it is written. */
const MAX_TYPED = 100;

/** A US phone or fax number, formatted or as digits; the output is digits only. */
export const requiredPhone = (label: string) =>
  requiredText(label, MAX_TYPED).refine(isValidPhone, PHONE_EXPECTED).transform(phoneDigits);

/** Like `requiredPhone`. Blank and missing become null. */
export const optionalPhone = (label: string) =>
  optionalText(label, MAX_TYPED)
    .refine((text) => text === null || isValidPhone(text), PHONE_EXPECTED)
    .transform((text) => (text === null ? null : phoneDigits(text)));
