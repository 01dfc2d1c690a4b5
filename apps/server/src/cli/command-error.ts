import { OperatorError } from '#platform/operator-error.ts';

/** A command cannot do what it was asked for; the message says what to do. */
export class CommandError extends OperatorError {}
