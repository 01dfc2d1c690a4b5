/** A heading without case, spaces and signs. */
export const plainHeading = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/**
 * How the headings of a file differ from all known ones, in words, or null: "33 columns where 31 or 32 are known; “NEW FLAG” is not known".
 * Case, spaces and signs do not count.
 */
export function headingProblem(
  found: readonly string[],
  known: readonly (readonly string[])[],
): string | null {
  const names = found.slice(0, found.findLastIndex((name) => name.trim() !== '') + 1);
  const isKnown = (columns: readonly string[]): boolean =>
    columns.length === names.length &&
    columns.every((name, index) => plainHeading(name) === plainHeading(names[index] ?? ''));
  if (known.some(isKnown)) return null;
  const counts = [...new Set(known.map(({ length }) => length))];
  const [nearest = []] = known.toSorted((one, two) => distance(one, names) - distance(two, names));
  const missing = lacks(nearest, names);
  const extra = lacks(names, nearest);
  const differences = [
    ...(missing.length === 0 ? [] : [`${quoted(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`]),
    ...(extra.length === 0 ? [] : [`${quoted(extra)} ${extra.length === 1 ? 'is' : 'are'} not known`]),
  ];
  if (counts.includes(names.length)) {
    if (differences.length > 0) return differences.join('; ');
    const at = nearest.findIndex((name, index) => plainHeading(name) !== plainHeading(names[index] ?? ''));
    return `Another order of the columns: column ${at + 1} is “${names[at]}” where “${nearest[at]}” is known`;
  }
  const count = `${names.length} ${names.length === 1 ? 'column' : 'columns'} where ${counts.join(' or ')} are known`;
  return [count, ...differences].join('; ');
}

const distance = (one: readonly string[], two: readonly string[]): number =>
  lacks(one, two).length + lacks(two, one).length;

/** Names that the others lack, counting repeated ones. */
function lacks(names: readonly string[], others: readonly string[]): string[] {
  const left = others.map(plainHeading);
  return names.filter((name) => {
    const at = left.indexOf(plainHeading(name));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

const MAX_NAMED = 3;
function quoted(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => `“${name.slice(0, 60)}”`);
  const more = names.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
