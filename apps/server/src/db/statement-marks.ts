import { sql, type CompiledQuery } from 'kysely';

const PREPARED_TEXT = '/* prepared */';
const SHARED_TEXT = '/* prepared, shared */';

/**
 * Append to statements that every request sends (`modifyEnd(PREPARED)`): each connection plans them once. Only for
 * statements whose best plan does not depend on the parameters.
 */
export const PREPARED = sql.raw(PREPARED_TEXT);

/**
 * Like `PREPARED`, for reads of single records. Outside transactions, many requests send them over one connection without
 * waiting for each other. A slow statement would delay the others.
 */
export const SHARED = sql.raw(SHARED_TEXT);

/** Marks a short read as `SHARED`, unless its plan may depend on parameters. */
export function sharedWithoutParameters<T>(query: CompiledQuery<T>): CompiledQuery<T> {
  return query.parameters.length > 0 ? query : { ...query, sql: `${query.sql} ${SHARED_TEXT}` };
}

export const isShared = (text: string): boolean => text.endsWith(SHARED_TEXT);

/** Names of prepared statements by text, the same on every connection. */
const names = new Map<string, string>();

/** The name to prepare a statement under; undefined if it is planned anew each time. */
export function statementName(text: string): string | undefined {
  if (!text.endsWith(PREPARED_TEXT) && !isShared(text)) return undefined;
  const name = names.get(text) ?? `portal_${names.size + 1}`;
  names.set(text, name);
  return name;
}
