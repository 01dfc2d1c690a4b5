import { z } from 'zod';
import { ERROR_CODES } from './core/errors.ts';
import { secondFactorChoices } from './passkeys.ts';

/** Body of every error response. */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** Equals `message`. */
  error: z.string(),
  requestId: z.string(),
  /** Messages by field name. Messages about the whole input are in `message`. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With STALE and CONFLICT: the current record, if the caller may view it. */
  current: z.unknown().optional(),
  /** With SECOND_FACTOR_REQUIRED. */
  secondFactor: secondFactorChoices.optional(),
  retryAfterSeconds: z.int().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
