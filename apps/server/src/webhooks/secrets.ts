import { OLD_SECRET_HOURS } from '@portal/domain/webhook';
import { sql } from 'kysely';
import { latestEnd } from '#platform/time-limits.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';

const contextOf = (webhookId: string) => `webhooks.secret:${webhookId}`;

/** The secrets of a webhook as stored. */
export interface StoredSecrets {
  readonly secret: Buffer;
  /** Replaced ones that still sign, the newest first. */
  readonly old_secrets: readonly Buffer[];
}

/** The column of `StoredSecrets` with the replaced secrets of the webhook `w`. */
export const oldSecretsOf = (now: Date) => sql<Buffer[]>`array(
  select o.secret from webhook_old_secrets o
  where o.webhook_id = w.id and o.until > ${now} and o.until <= ${latestEnd(now, OLD_SECRET_HOURS * 3_600_000)}
  order by o.until desc)`;

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
