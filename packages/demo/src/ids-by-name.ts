/** Finds an id by name. Throws when there is none. */
export function idsByName(
  rows: readonly { readonly id: string; readonly name: string }[],
): (name: string) => string {
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo practice has no ${name}`);
    return id;
  };
}
