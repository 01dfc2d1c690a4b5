/** Minutes without activity after which a session ends. */
export const IDLE_MINUTES = 15;
/** Minutes before that end at which the "Stay signed in" dialog opens. */
export const WARNING_MINUTES = 2;
/** Hours after which a session ends whatever happens. */
export const ABSOLUTE_HOURS = 12;
/** A client that is used without calling the server sends at most one heartbeat in this time. */
export const HEARTBEAT_SECONDS = 60;
/** Keys in the browser's local storage. */
export const STORAGE_KEYS = { token: 'token', user: 'user' } as const;

/** The current user. */
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
 * The current user built from a token's claims, used when no stored user exists. Null when the token cannot
 * be read or names no user. The signature is not checked: only the server can, and does so on every call.
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
 * Whether a token counts as expired: no expiry claim, or its time (seconds since 1970) has come. A token that
 * cannot be read counts as expired too.
 */
export function isTokenExpired(token: string, now: Date): boolean {
  const expiry = readClaims(token)?.['exp'];
  return typeof expiry !== 'number' || expiry * 1000 <= now.getTime();
}

/** The session id in a token; null when there is none. */
export function tokenSessionId(token: string): string | null {
  return text(readClaims(token)?.['sid']) || null;
}

/** When a token's session ends at the latest, in milliseconds since 1970; null when it does not say. */
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
    // Not base64url, not UTF-8 or not JSON: whatever it is, it is no token of ours.
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
