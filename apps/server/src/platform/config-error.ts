import { OperatorError } from './operator-error.ts';

/** An invalid setting. The message names it and says what it should be. */
export class ConfigError extends OperatorError {}
