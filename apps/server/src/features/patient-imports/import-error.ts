import { OperatorError } from '#platform/operator-error.ts';

/** A file or import cannot be used. The message says why and what to do, without values of the file. */
export class ImportError extends OperatorError {}
