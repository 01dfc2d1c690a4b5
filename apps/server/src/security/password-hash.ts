import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Slots } from '#platform/slots.ts';

/** argon2id (the library’s default) with 19 MiB and two passes takes about 8 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes are computed by the threads of files and name look-ups (libuv has four), so they leave some free, and half of the cores.
 * A crowd of sign-ins waits for its turn instead of delaying everyone else's requests.
 */
const slots = new Slots(Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2))), 200);

/** Returns the hash in the PHC string format. Throws TOO_MANY_REQUESTS if too many wait, like the functions below. */
export function hashPassword(password: string): Promise<string> {
  return slots.run(() => hash(password, OPTIONS));
}

/** Whether the password matches the hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return slots.run(() => verify(stored, password));
}

/** Computed at startup: otherwise the first unknown user name would take twice as long. */
const decoy = hashPassword('no account has this password');

/** Takes as long as a real verification, so that response times do not reveal whether an account exists. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  await verifyPassword(await decoy, password);
  return false;
}
