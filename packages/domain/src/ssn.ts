/** The digits of a social security number as typed or written; the form that is encrypted and compared. */
export function normalizeSsn(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * Nine digits, written plain or as XXX-XX-XXXX (spaces are fine too); area not 000, 666 or 9xx, group not 00,
 * serial not 0000.
 */
export function isValidSsn(text: string): boolean {
  return /^(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}$/.test(text.trim());
}

/** XXX-XX-XXXX for nine digits; anything else comes back as it is. */
export function formatSsn(text: string): string {
  const digits = normalizeSsn(text);
  return digits.length === 9 ? formatSsnInput(digits) : text;
}

/**
 * The masked form of the detail view, from the last four digits alone. Empty stays empty; a value that is
 * not exactly four digits is masked whole, so that a full number passed by mistake never shows.
 */
export function maskSsn(last4: string | null | undefined): string {
  if (last4 === null || last4 === undefined || last4 === '') return '';
  return `***-**-${/^\d{4}$/.test(last4) ? last4 : '****'}`;
}

/** What stands for any number where not even its last four digits may be seen. */
export const FULLY_MASKED_SSN = '***-**-****';

/** A number while it is typed: digits only, at most nine, hyphens set by themselves. */
export function formatSsnInput(typed: string): string {
  const digits = normalizeSsn(typed).slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-');
}
