import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library’s default) with 19 MiB and two passes takes about 8 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Returns the hash in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password matches the hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Computed at startup: otherwise the first unknown user name would take twice as long. */
const decoy = hashPassword('no account has this password');

/** Takes as long as a real verification, so that response times do not reveal whether an account exists. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  await verify(await decoy, password);
  return false;
}
