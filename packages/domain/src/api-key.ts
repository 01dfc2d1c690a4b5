/** The most days that an API key can be valid: one year, also a leap year. */
export const MAX_KEY_DAYS = 366;
const DAY_MS = 86_400_000;

/** Who may create and have API keys; SuperAdmins pass, too. */
export const KEY_ROLES = ['Admin'] as const;

/** What is wrong with the expiration of a new API key; null if nothing. */
export function keyExpiryProblem(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'Expiration must be in the future';
  if (expiresAt.getTime() - now.getTime() > MAX_KEY_DAYS * DAY_MS)
    return 'Expiration can be at most one year from today';
  return null;
}

/** The latest expiration of a key that was created before `now`, with a day for clocks that were corrected. */
export const latestKeyExpiry = (now: Date): Date => new Date(now.getTime() + (MAX_KEY_DAYS + 1) * DAY_MS);

/**
 * Whether a key with this expiration has not expired. A later one than a new key could have was set while the clock was wrong.
 */
export const isKeyValidAt = (expiresAt: Date, now: Date): boolean =>
  expiresAt > now && expiresAt <= latestKeyExpiry(now);

/** Whether an API key can be used, or why not. Only an active key can. */
export const API_KEY_STATES = ['Active', 'Suspended', 'Expired', 'Revoked', 'CreatorInactive'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
const LABELS: Readonly<Record<ApiKeyState, string>> = {
  Active: 'Active',
  Suspended: 'Suspended',
  Expired: 'Expired',
  Revoked: 'Revoked',
  CreatorInactive: 'Creator inactive',
};

/** Why the portal suspended a key. Its creator can enable it again. */
export const SUSPENSIONS = ['PasswordReset', 'TwoFactorReset', 'Deactivated', 'RoleRemoved'] as const;
export type Suspension = (typeof SUSPENSIONS)[number];
const REASONS: Readonly<Record<Suspension, string>> = {
  PasswordReset: 'the password of its creator was reset',
  TwoFactorReset: 'the two-factor authentication of its creator was turned off',
  Deactivated: 'its creator was deactivated',
  RoleRemoved: 'its creator is no longer an Admin or SuperAdmin',
};

/** Why a key is suspended, as part of a sentence. */
export const suspensionReason = (because: Suspension): string => REASONS[because];

/** The state as screens show it. */
export const apiKeyStateLabel = (state: ApiKeyState): string => LABELS[state];

/** How entries of the audit log name an API key: "LabLink (API key of Ada Lovelace)". */
export const apiKeyActor = (keyName: string, creator: string): string => `${keyName} (API key of ${creator})`;
