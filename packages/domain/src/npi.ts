/** The prefix of a health application (80) in the United States (840), as if the NPI were on a card. */
const PREFIX = '80840';

/** What is wrong with a text that is no NPI. */
export const NPI_EXPECTED = 'NPI must have 10 digits with a correct check digit';

/**
 * Whether a text is a National Provider Identifier: ten digits, the first one 1 or 2, with a Luhn check digit over the prefix 80840.
 * Source: CMS, "Requirements for National Provider Identifier (NPI) and NPI Check Digit", and the NPI Final Rule, 69 FR 3434 (2004);
 * quotations read on 2026-11-27.
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  const sum = Array.from(PREFIX + text)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
