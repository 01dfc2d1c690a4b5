import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default algorithm), 19 MiB, two passes: about 8 ms (design, measured choices). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a password in the PHC text format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password belongs to the hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Made when the process starts: made at the first unknown user name, that one answer would take twice as long. */
const decoy = hashPassword('no account has this password');

/** Spends the time of a verification when there is no account, so that both answers take as long. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  await verify(await decoy, password);
  return false;
}
