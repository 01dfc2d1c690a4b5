import type { Endpoint, ResultOf } from '@portal/contract/endpoint';
import { safeParse } from 'zod';
import { ApiError } from './api-error.ts';

/** Parses the body of a successful response. Throws BAD_RESPONSE when it does not match the contract. */
export function readAnswer<E extends Endpoint>(endpoint: E, status: number, text: string): ResultOf<E> {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    // Do not include the text in the error: it may contain a patient’s record.
    throw new ApiError(status, 'BAD_ANSWER');
  }
  const parsed = safeParse<E['response']>(endpoint.response, body);
  if (!parsed.success) throw new ApiError(status, 'BAD_ANSWER');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema's output has type ResultOf<E>
  return parsed.data as ResultOf<E>;
}
