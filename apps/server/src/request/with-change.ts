/** What a change sends of a record: what it leaves out stays as it is. */
export type ChangeOf<Values> = { readonly [N in keyof Values]?: Values[N] | undefined };

/** The values of `before`, with those that the change sends. */
export function withChange<Values extends object>(before: Values, change: ChangeOf<NoInfer<Values>>): Values {
  const sent = Object.entries<Values[keyof Values] | undefined>(change).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(before, name),
  );
  return { ...before, ...Object.fromEntries(sent) };
}
