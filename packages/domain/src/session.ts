/** A session ends after this many minutes without activity. */
export const IDLE_MINUTES = 15;
/** The "Stay signed in" dialog opens this many minutes before the session ends. */
export const WARNING_MINUTES = 2;
/** Maximum session length in hours, regardless of activity. */
export const ABSOLUTE_HOURS = 12;
/** While the user is active without other calls, the client sends at most one heartbeat in this time. */
export const HEARTBEAT_SECONDS = 60;
/** Keys in the browser's local storage. */
export const STORAGE_KEYS = { token: 'token', user: 'user', permissions: 'permissions' } as const;

export interface CurrentUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly employeeId: string;
  readonly hireDate: string;
  readonly isActive: boolean;
  readonly officeId?: string;
  readonly roles: readonly string[];
}

/**
 * Builds the current user from a token's claims, for when no stored user exists. Null when the token is invalid or has no
 * user. The signature is not checked: only the server can do that, and it does on every call.
 */
export function decodeTokenUser(token: string): CurrentUser | null {
  const claims = readClaims(token);
  const id = text(claims?.['UserId']);
  if (claims === null || id === '') return null;
  const officeId = text(claims['OfficeId']);
  return {
    id,
    username: text(claims['unique_name']),
    email: text(claims['email']),
    firstName: text(claims['given_name']),
    lastName: text(claims['family_name']),
    employeeId: '',
    hireDate: '',
    isActive: true,
    ...(officeId === '' ? {} : { officeId }),
    roles: readRoles(claims['role']),
  };
}

/**
 * Whether a token is expired: its `exp` claim (seconds since 1970) is missing or has passed. An invalid token counts as
 * expired too.
 */
export function isTokenExpired(token: string, now: Date): boolean {
  const expiry = readClaims(token)?.['exp'];
  return typeof expiry !== 'number' || expiry * 1000 <= now.getTime();
}

/** The session id in a token; null when there is none. */
export function tokenSessionId(token: string): string | null {
  return text(readClaims(token)?.['sid']) || null;
}

/** The latest time at which a token's session ends, in milliseconds since 1970; null without an `exp` claim. */
export function tokenEnd(token: string): number | null {
  const expiry = readClaims(token)?.['exp'];
  return typeof expiry === 'number' ? expiry * 1000 : null;
}

function readClaims(token: string): Record<string, unknown> | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(claims) ? claims : null;
  } catch {
    // Not base64url, not UTF-8 or not JSON, so it is not our token.
    return null;
  }
}

function readRoles(claim: unknown): string[] {
  const roles: unknown[] = Array.isArray(claim) ? claim : [claim];
  return [...new Set(roles.map((role) => text(role)).filter((role) => role !== ''))];
}

function text(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
