/** The most days that an API key can be valid: one year, also a leap year. */
export const MAX_KEY_DAYS = 366;
const DAY_MS = 86_400_000;

/** What is wrong with the expiration of a new API key; null if nothing. */
export function keyExpiryProblem(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'Expiration must be in the future';
  if (expiresAt.getTime() - now.getTime() > MAX_KEY_DAYS * DAY_MS)
    return 'Expiration can be at most one year from today';
  return null;
}

/** Whether an API key can be used, or why not. Only an active key can. */
export const API_KEY_STATES = ['Active', 'Expired', 'Revoked', 'CreatorInactive'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
const LABELS: Readonly<Record<ApiKeyState, string>> = {
  Active: 'Active',
  Expired: 'Expired',
  Revoked: 'Revoked',
  CreatorInactive: 'Creator inactive',
};

/** The state as screens show it. */
export const apiKeyStateLabel = (state: ApiKeyState): string => LABELS[state];

/** How entries of the audit log name an API key: "LabLink (API key of Ada Lovelace)". */
export const apiKeyActor = (keyName: string, creator: string): string => `${keyName} (API key of ${creator})`;
