import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { blindIndex, type Keys } from '#security/keys.ts';

const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A new 160-bit secret in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

const totp = (secret: string, label: string, issuer: string) =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** The otpauth URI for the QR code. */
export const totpUri = (secret: string, username: string, issuer: string) =>
  totp(secret, username, issuer).toString();

/** Returns the time step of a code (one step of clock drift is allowed), or null for a wrong code. */
export function matchTotp(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totp(secret, '', '').validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** Generates ten recovery codes of ten letters and digits; each can be used once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = Array.from({ length: 10 }, () => randomLetter()).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

function randomLetter(): string {
  for (;;) {
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < ALPHABET.length * 8) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}

/** The stored hash of a recovery code. */
export const recoveryCodeHash = (keys: Keys, userId: string, code: string) =>
  blindIndex(keys, `recovery-code:${userId}`, code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')).toString(
    'hex',
  );
