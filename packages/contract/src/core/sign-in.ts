import { z } from 'zod';

/** Passwords are not trimmed. The password rules apply only when a new password is set. */
export const anyPassword = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(1024, `${label} is too long`);

/** A code from an authenticator app, or a recovery code. Apps show codes with a space, which does not count. */
export const oneTimeCode = z
  .string({ error: 'Code is required' })
  .overwrite((code) => code.replaceAll(/\s/gu, ''))
  .min(1, 'Code is required')
  .max(40, 'The code is too long');

/** New recovery codes, shown once. Blank if the user has some already. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
