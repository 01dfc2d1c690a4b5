/** A number of a former system without the zeros before it, which spreadsheets take away: 00123 and 123. Null if nothing is left. */
export function significantDigits(number: string | null | undefined): string | null {
  const rest = (number ?? '').replace(/^0+/, '');
  return rest === '' ? null : rest;
}
