import { OperatorError } from '#platform/operator-error.ts';

/** A file or import cannot be used. The message says why and what to do, without values of the file. */
export class ImportError extends OperatorError {}

/** The work was canceled, or another process has taken it over. */
export class RunLost extends ImportError {
  constructor() {
    super('The import was continued, cancelled or undone elsewhere.');
  }
}
