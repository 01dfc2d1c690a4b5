import { AppError } from '#platform/app-error.ts';

/**
 * Who calls, as stored in the database at the time of this request: a signed-in user, or an API key that acts for its creator.
 * A key has no session and no roles, and only permissions that both the key and its creator have. Rules about roles therefore
 * never widen what a key may see or do.
 */
export interface Caller {
  /** The user; of a key, its creator. */
  readonly id: string;
  /** Null for API keys. */
  readonly sessionId: string | null;
  /** Null for signed-in users. */
  readonly apiKey: { readonly id: string; readonly name: string } | null;
  readonly username: string;
  readonly officeId: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly mustChangePassword: boolean;
  /** When the user must have set up 2FA; null if they have, or need not. */
  readonly twoFactorDueAt: Date | null;
  /** `twoFactorDueAt` has passed. */
  readonly mustSetUpTwoFactor: boolean;
  /** When the rights above end without a change: an override, an office's address or a grace period expires. Null: never. */
  readonly rightsUntil: Date | null;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}

export const NOT_FOR_KEYS = 'API keys cannot do this. It must be done by a person who is signed in.';

/** The session of a signed-in user. Throws FORBIDDEN for API keys. */
export function sessionOf({ sessionId }: Pick<Caller, 'sessionId'>): string {
  if (sessionId === null) throw new AppError('FORBIDDEN', { message: NOT_FOR_KEYS });
  return sessionId;
}

/** Throws FORBIDDEN for API keys: a rule that depends on who the user is, not on a permission. */
export function requirePerson({ apiKey }: Pick<Caller, 'apiKey'>): void {
  if (apiKey !== null) throw new AppError('FORBIDDEN', { message: NOT_FOR_KEYS });
}
