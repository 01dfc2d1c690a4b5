import type * as Library from 'openid-client';
import type { SsoFailure } from '@portal/contract/single-sign-on';
import { SsoError } from './sso-error.ts';

type Client = typeof Library;

/** What the issuer's errors mean (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6). */
const ISSUER_ERRORS: Readonly<Record<string, SsoFailure>> = {
  access_denied: 'denied',
  login_required: 'interrupted',
  interaction_required: 'interrupted',
  consent_required: 'interrupted',
  account_selection_required: 'interrupted',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  invalid_grant: 'refused',
  invalid_request: 'misconfigured',
  invalid_scope: 'misconfigured',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_response_type: 'misconfigured',
};

/** By the library's codes. All others mean that something about the response is wrong. */
const CODES: Readonly<Record<string, SsoFailure>> = {
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_ABORT: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unavailable',
  OAUTH_PARSE_ERROR: 'refused',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_KEY_SELECTION_FAILED: 'keys',
};

/** Converts what the library throws. Its messages are fixed texts; its causes contain tokens and are dropped. */
export function explainFailure(client: Client, error: unknown): SsoError {
  if (error instanceof SsoError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const known = Object.hasOwn(ISSUER_ERRORS, error.error) ? error.error : undefined;
    const reason = known === undefined ? 'refused' : (ISSUER_ERRORS[known] ?? 'refused');
    return new SsoError(reason, `the issuer answered with the error ${known ?? 'of an unknown kind'}`);
  }
  if (!(error instanceof Error)) return new SsoError('refused', 'unknown');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Node's `fetch` throws this, without a code, if there is no connection or it breaks.
  const isNetwork = error instanceof TypeError && code === '';
  const reason = isNetwork ? 'unavailable' : (CODES[code] ?? 'refused');
  return new SsoError(reason, `${error.message}${code === '' ? '' : ` (${code})`}`);
}
