import { formatDigitGroups } from './digit-groups.ts';

const LABEL = /^\s*(?:ssn|social security(?: number)?)[\s:#]*(?=\d)/i;
const SSN = { lengths: [3, 2, 4], separators: ['-', '-'], typedSeparator: /[- ]/ };

/** The digits of a valid social security number, which is the form that is encrypted and compared. */
export function normalizeSsn(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * Whether the text is a valid SSN: nine digits, plain or as XXX-XX-XXXX (spaces and a label are fine too); area not 000, 666 or 9xx,
 * group not 00, serial not 0000.
 */
export function isValidSsn(text: string): boolean {
  return /^(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}$/.test(text.replace(LABEL, '').trim());
}

/** XXX-XX-XXXX for nine digits; anything else is returned unchanged. */
export function formatSsn(text: string): string {
  return /^\d{9}$/.test(text) ? formatSsnInput(text) : text;
}

/**
 * Masked SSN for the detail view, built from the last four digits. Empty stays empty. A value that is not exactly four
 * digits is masked completely, so that a full number passed by mistake is never shown.
 */
export function maskSsn(last4: string | null | undefined): string {
  if (last4 === null || last4 === undefined || last4 === '') return '';
  return `***-**-${/^\d{4}$/.test(last4) ? last4 : '****'}`;
}

/** Placeholder for users who may not see even the last four digits. */
export const FULLY_MASKED_SSN = '***-**-****';

/** Formats an SSN as it is typed, with hyphens inserted automatically. Text that is no SSN stays as typed. */
export const formatSsnInput = (typed: string): string => formatDigitGroups(typed, SSN) ?? typed;
