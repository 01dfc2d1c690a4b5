import type { SecondFactorChoices } from '@portal/contract/passkeys';
import { ERRORS, type ErrorCode, type FieldErrors } from '@portal/contract/errors';

/** A record that belongs to a patient, or may. */
export interface RecordOfPatient {
  readonly id: string;
  readonly patientId: string | null;
}

interface Details {
  /** Replaces the default text of the code. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** The current record, for STALE and CONFLICT. Sent only to callers who may view it, and recorded first. */
  readonly current?: unknown;
  /** The records of patients that `message` or `errors` tell of, also recorded first. Callers who may not view them get `otherwise`. */
  readonly about?: readonly RecordOfPatient[];
  readonly otherwise?: string;
  /** How the user can confirm, for SECOND_FACTOR_REQUIRED. */
  readonly secondFactor?: SecondFactorChoices;
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error with a code of the contract. Anything else that is thrown becomes a 500, and its text is only logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code].text, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** 404 for a record that does not exist or that the caller cannot see. */
export const notFound = (message?: string) =>
  new AppError('NOT_FOUND', message === undefined ? {} : { message });

/** 400 with the message on one field. */
export const fieldError = (field: string, message: string) =>
  new AppError('VALIDATION', { message, errors: { [field]: [message] } });

/** 409 with this message, optionally also on one field. */
export const conflict = (message: string, field?: string) =>
  new AppError('CONFLICT', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });
