import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a secret in the format of Standard Webhooks: `whsec_` and random bytes in base64. */
export const createSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** What is sent, and when it is sent. */
interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers that let a receiver check where a message is from, as Standard Webhooks 1.0 describes: one signature for each
 * secret (HMAC-SHA256 of id, time and body). See https://www.standardwebhooks.com.
 */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
