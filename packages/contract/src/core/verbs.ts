import { z } from 'zod';
import type { Endpoint, Method } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { idParams } from './fields.ts';

type Path = Endpoint['path'];
type Given = Partial<Endpoint>;
/** What an entry must say itself. */
type Entry<Defaults, Shared> = Given &
  Omit<Endpoint, 'method' | 'path' | 'params' | 'response' | keyof Defaults | keyof Shared>;

const empty = { response: z.undefined(), status: 204 } as const;
const ofRecord = { params: idParams } as const;

type Implied<P, E, Defaults> = Defaults &
  (P extends `${string}/:id` | `${string}/:id/${string}` ? typeof ofRecord : unknown) &
  (E extends { response: z.ZodType } ? unknown : typeof empty);
type Declared<M, P, E, Defaults> = { readonly method: M; readonly path: P } & E &
  Omit<Implied<P, E, Defaults>, keyof E>;

interface Verb<M, D> {
  <const P extends Path, const E extends Entry<D, unknown>>(path: P, entry: E): Declared<M, P, E, D>;
  /** `shared` is what several entries have in common. */
  <const P extends Path, const S extends Given, const E extends Entry<D, S>>(
    path: P,
    shared: S,
    entry: E,
  ): Declared<M, P, E & Omit<S, keyof E>, D>;
}

/**
 * Declares endpoints of one method with their exact types, from which those of operations and clients are derived, and with what an entry
 * does not say: `params` with the record's id, and NOT_FOUND, for a path with `:id`; status 204 without a response; and the defaults of
 * the verb.
 */
function verb<const M extends Method, const D extends Given>(
  method: M,
  defaults: D,
  ...errors: readonly ErrorCode[]
): Verb<M, D> {
  const declare = (path: Path, ...parts: readonly Given[]): unknown => {
    const entry: Given = Object.assign({}, ...parts);
    const isOfRecord = entry.params === undefined && /\/:id(?:\/|$)/.test(path);
    const all = [...(isOfRecord ? ['NOT_FOUND'] : []), ...(entry.errors ?? []), ...errors];
    return {
      ...defaults,
      ...(isOfRecord && ofRecord),
      ...(entry.response === undefined && empty),
      ...entry,
      method,
      path,
      ...(all.length > 0 && { errors: all }),
    };
  };
  return declare;
}

/** GET. */
export const reads = verb('GET', {});
/** POST with `Idempotency-Key`: answers with 201 and the new record. */
export const creates = verb('POST', { status: 201, creates: true, audit: 'Created' }, 'IDEMPOTENCY_MISMATCH');
/** PUT. */
export const changes = verb('PUT', { audit: 'Updated' });
/** DELETE. */
export const removes = verb('DELETE', { audit: 'Deleted' });
/** PATCH of a status. */
export const toggles = verb('PATCH', { audit: 'Updated' });
/** Any other POST: searches, exports, previews and steps of a record. */
export const acts = verb('POST', {});
