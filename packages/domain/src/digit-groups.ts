/** Groups of digits with separators, for example 2, 2 and 4 digits with slashes. */
export interface DigitGroups {
  readonly lengths: readonly number[];
  /** The separator after each group except the last. */
  readonly separators: readonly string[];
  /** What counts as a separator in typed text. */
  readonly typedSeparator: RegExp;
  /** Whether a typed separator fills a short group of two with a zero: "4/" becomes "04/". */
  readonly isPadded?: boolean;
}

/**
 * Formats typed digits in groups, without white space around them: a separator is inserted before the next digit. Null if the text
 * does not fit: other characters, too many digits, or separators in other places. The caller then keeps the text as typed.
 */
export function formatDigitGroups(
  typed: string,
  { lengths, separators, typedSeparator, isPadded = false }: DigitGroups,
): string | null {
  const parts = typed.trim().split(typedSeparator);
  const groups: string[] = [];
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    if (!/^\d*$/.test(part) || (part === '' && !isLast)) return null;
    for (let rest = part, first = true; first || rest !== ''; first = false) {
      const length = lengths[groups.length];
      if (length === undefined) return null;
      const group = rest.slice(0, length);
      rest = rest.slice(length);
      const isShort = group.length < length && !isLast;
      if (isShort && !(isPadded && first && length === 2)) return null;
      groups.push(isShort ? group.padStart(length, '0') : group);
    }
  }
  return groups
    .map((group, at) => `${at === 0 ? '' : (separators[at - 1] ?? '')}${group}`)
    .join('')
    .trimEnd();
}
