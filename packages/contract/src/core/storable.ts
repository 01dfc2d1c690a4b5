/**
 * Parses JSON. `isStorable` is false if a text in it has characters that the database cannot store: NUL, or half of a surrogate pair.
 * Throws SyntaxError for text that is not JSON.
 */
export function parseStorable(json: string): { readonly value: unknown; readonly isStorable: boolean } {
  let isStorable = true;
  const value: unknown = JSON.parse(json, (_key, item: unknown) => {
    if (typeof item === 'string' && (item.includes('\0') || !item.isWellFormed())) isStorable = false;
    return item;
  });
  return { value, isStorable };
}
