import { OperatorError } from '#platform/operator-error.ts';

export { systemErrorCode } from '#platform/disk.ts';

/** The embedded database cannot run. The message gives the operator the reason in one sentence. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = 'EmbeddedDatabaseError';
}
