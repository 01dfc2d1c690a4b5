import { OLD_SECRET_HOURS } from '@portal/domain/webhook';
import { stillHolds } from '#platform/time-limits.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';

const contextOf = (webhookId: string) => `webhooks.secret:${webhookId}`;

/** The secrets of a webhook as stored. */
export interface StoredSecrets {
  readonly secret: Buffer;
  readonly old_secret: Buffer | null;
  readonly old_secret_until: Date | null;
}

/** Encrypts a secret for the columns of one webhook. */
export const sealSecret = (keys: Keys, webhookId: string, secret: string): Buffer =>
  encryptValue(keys, contextOf(webhookId), secret);

/** The secrets that sign at a moment, the current one first. */
export function signingSecrets(
  keys: Keys,
  webhookId: string,
  { secret, old_secret: old, old_secret_until: until }: StoredSecrets,
  now: Date,
): string[] {
  const isOldValid = until !== null && stillHolds(until, now, OLD_SECRET_HOURS * 3_600_000);
  const sealed = old !== null && isOldValid ? [secret, old] : [secret];
  return sealed.map((each) => decryptValue(keys, contextOf(webhookId), each));
}
