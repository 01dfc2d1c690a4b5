import { receipt, type Endpoint, type ResultOf } from '@portal/contract/endpoint';
import { safeParse, type z } from 'zod';
import { ApiError } from './api-error.ts';

/**
 * Parses the body of a successful response. Throws FOREIGN_ANSWER when it is no JSON, BAD_ANSWER when it does not match the contract. Users who may change a record but
 * not view it get only a receipt: pages that are open to them use no other fields.
 */
export function readAnswer<E extends Endpoint>(endpoint: E, status: number, text: string): ResultOf<E> {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    // Do not include the text in the error: it may contain a patient’s record.
    throw new ApiError(status, 'FOREIGN_ANSWER');
  }
  const parsed = safeParse<z.ZodType>(endpoint.response, body);
  const onlyReceipt = parsed.success || endpoint.record === undefined ? undefined : safeParse(receipt, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  if (onlyReceipt?.success === true) return onlyReceipt.data as ResultOf<E>;
  if (!parsed.success) throw new ApiError(status, 'BAD_ANSWER');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema's output has type ResultOf<E>
  return parsed.data as ResultOf<E>;
}
