import { OperatorError } from '#platform/operator-error.ts';

export { systemErrorCode } from '#platform/disk.ts';

/** A reason, in one sentence for the person who started the portal, why the embedded database cannot run. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = 'EmbeddedDatabaseError';
}
