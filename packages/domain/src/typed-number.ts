/** What a number field expects. */
export const NUMBER_EXPECTED = 'Enter digits only, with a point for decimals, such as 12 or 0.5';

// "Pills: 30" and "#30": the sign shows where the label ends.
const LABEL = /^[a-z .]*[:#=]\s*(?=[-.\d])/i;

/**
 * The number of a typed text, with or without a label before it, or null. Commas, exponents, plus signs, fractions, units and digits of
 * other scripts are never guessed: "0,5" could be read as 5, and "1,000" as 1.
 */
export function parseTypedNumber(text: string): number | null {
  const typed = text.trim().replace(LABEL, '');
  return /^-?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/.test(typed) ? Number(typed) : null;
}
