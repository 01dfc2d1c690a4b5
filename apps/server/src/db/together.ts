/**
 * Awaits what was sent together in a transaction: one round trip for all. Throws the error of the first that failed, because the database
 * then refuses those after it.
 */
export async function together<const T extends readonly unknown[]>(
  sent: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason;
  return Promise.all(sent);
}
