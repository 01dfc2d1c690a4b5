/** Groups of digits with separators, for example 2, 2 and 4 digits with slashes. */
export interface DigitGroups {
  readonly lengths: readonly number[];
  /** Separator after each group except the last. */
  readonly separators: readonly string[];
}

/**
 * Formats typed digits in groups. Separators are inserted automatically before the next digit, and a typed separator pads a
 * short group of two with a zero. Deleting from the end always works.
 */
export function formatDigitGroups(typed: string, { lengths, separators }: DigitGroups): string {
  const groups = [''];
  for (const char of typed.trimStart()) {
    const at = groups.length - 1;
    const group = groups[at] ?? '';
    const length = lengths[at] ?? 0;
    const isLast = at === lengths.length - 1;
    if (/\d/.test(char)) {
      if (group.length < length) groups[at] = group + char;
      else if (!isLast) groups.push(char);
    } else if (group !== '' && !isLast && (group.length === length || length === 2)) {
      groups[at] = group.padStart(length, '0');
      groups.push('');
    }
  }
  return groups.map((group, at) => `${at === 0 ? '' : (separators[at - 1] ?? '')}${group}`).join('');
}
