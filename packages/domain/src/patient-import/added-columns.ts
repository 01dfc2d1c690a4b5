/** Names that only tell the place of a column: the second "City", or one without a name. */
const BY_PLACE = / \(\d+\)$|^Column \d+$/;

/**
 * The columns of a file that a saved mapping does not know, or null if it is not for this file: a column is missing, or a name may be another
 * column's, because repeated names are told apart by their place.
 */
export function addedColumns(saved: readonly string[], header: readonly string[]): readonly string[] | null {
  if (saved.length === header.length && saved.every((column, at) => column === header[at])) return [];
  const known = new Set(saved);
  const added = header.filter((column) => column !== '' && !known.has(column));
  const isUnsure =
    saved.some((column) => !header.includes(column) || BY_PLACE.test(column)) ||
    added.some((column) => BY_PLACE.test(column) && known.has(column.replace(BY_PLACE, '')));
  return isUnsure ? null : added;
}
