import type { Endpoint, ResultOf } from '@portal/contract/endpoint';
import { safeParse } from 'zod';
import { ApiError } from './api-error.ts';

/** The record in the text of a success; rejects with BAD_ANSWER what is not as the contract says. */
export function readAnswer<E extends Endpoint>(endpoint: E, status: number, text: string): ResultOf<E> {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    // The text itself stays out of the error: it may be anybody's record.
    throw new ApiError(status, 'BAD_ANSWER');
  }
  const parsed = safeParse<E['response']>(endpoint.response, body);
  if (!parsed.success) throw new ApiError(status, 'BAD_ANSWER');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema's output is what ResultOf<E> names
  return parsed.data as ResultOf<E>;
}
