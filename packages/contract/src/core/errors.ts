/**
 * The error codes with HTTP status and default text. An error can have a message that replaces the text. Neither ever
 * contains SQL, stack traces or data of other records.
 */
export const ERRORS = {
  VALIDATION: { status: 400, text: 'Some fields need attention.' },
  BAD_JSON: { status: 400, text: 'The request body is not valid JSON.' },
  BAD_REQUEST: { status: 400, text: 'The request could not be understood.' },
  WRONG_PASSWORD: { status: 400, text: 'Current password is incorrect.' },
  WRONG_CODE: {
    status: 400,
    text: 'The code is not valid. Enter the latest code from your authenticator app.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    text: 'The passkey was not accepted. Try again, or confirm in another way.',
  },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in.' },
  SESSION_EXPIRED: { status: 401, text: 'Your session has ended. Please sign in again.' },
  INVALID_CREDENTIALS: { status: 401, text: 'Invalid username or password' },
  PASSWORD_SIGN_IN_OFF: { status: 401, text: 'Signing in with a password is turned off.' },
  SSO_EXPIRED: {
    status: 401,
    text: 'This sign-in took too long or was already used. Please sign in again.',
  },
  PASSWORD_REQUIRED: {
    status: 401,
    text: 'Your account administers this portal. Enter its password once to link it to single sign-on.',
  },
  SECOND_FACTOR_REQUIRED: { status: 401, text: 'Confirm with a code or a passkey.' },
  FORBIDDEN: { status: 403, text: 'You do not have permission to do this.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, text: 'You must change your password before you continue.' },
  TWO_FACTOR_SETUP_REQUIRED: {
    status: 403,
    text: 'You must set up two-factor authentication before you continue.',
  },
  IP_NOT_ALLOWED: { status: 403, text: 'Your office does not allow access from this network address.' },
  NOT_FOUND: { status: 404, text: 'This record does not exist.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This URL does not support that method.' },
  CONFLICT: { status: 409, text: 'This conflicts with the current state of the record.' },
  STALE: {
    status: 409,
    text: 'Someone else changed this record in the meantime. Review their changes and save again.',
  },
  IN_USE: { status: 409, text: 'This record is in use and cannot be deleted.' },
  DUPLICATE_REQUEST: { status: 409, text: 'The same request is still being processed.' },
  CONFIRMATION_REQUIRED: { status: 409, text: 'This change needs your confirmation.' },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'The request body must be JSON.' },
  FILE_TYPE_NOT_ALLOWED: { status: 415, text: 'This file type is not supported.' },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    text: 'This idempotency key was already used for a different request.',
  },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  TOO_MANY_ATTEMPTS: { status: 429, text: 'Too many failed sign-in attempts. Please wait and try again.' },
  SERVER_ERROR: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  FILE_DAMAGED: {
    status: 500,
    text: 'This file is damaged and was not sent. Contact your administrator.',
  },
  STORAGE_FULL: {
    status: 507,
    text: 'There is no space left to store files. Nothing was saved. Contact your administrator.',
  },
  UNAVAILABLE: { status: 503, text: 'The service is temporarily unavailable. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>;

/** All codes of error responses. */
export type ErrorCode = keyof typeof ERRORS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which Object.keys cannot state
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Messages by field name. Messages about the whole input are in the error’s message. */
export type FieldErrors = Record<string, string[]>;
