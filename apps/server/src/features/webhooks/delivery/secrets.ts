import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';

const contextOf = (webhookId: string) => `webhooks.secret:${webhookId}`;

/** The secrets of a webhook as stored. */
export interface StoredSecrets {
  readonly secret: Buffer;
  /** Replaced ones that still sign, the newest first. */
  readonly old_secrets: readonly Buffer[];
}

/** Encrypts a secret for the columns of one webhook. */
export const sealSecret = (keys: Keys, webhookId: string, secret: string): Buffer =>
  encryptValue(keys, contextOf(webhookId), secret);

/** The secrets that sign, the current one first. */
export function signingSecrets(
  keys: Keys,
  webhookId: string,
  { secret, old_secrets: old }: StoredSecrets,
): string[] {
  return [secret, ...old].map((each) => decryptValue(keys, contextOf(webhookId), each));
}
