import { OperatorError } from '#platform/operator-error.ts';

/** A command cannot run as asked. The message says what to do. */
export class CommandError extends OperatorError {}
