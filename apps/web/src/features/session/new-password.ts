import { changePasswordBody, type CurrentUser } from '@portal/contract/session';
import {
  checkPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MIN_TWO_FACTOR,
  PASSWORD_PROBLEMS,
} from '@portal/domain/password';
import { z } from 'zod';

/** Password rules shown with the form. */
export const PASSWORD_RULES: readonly string[] = [
  `At least ${PASSWORD_MIN} characters, or ${PASSWORD_MIN_TWO_FACTOR} with two-factor authentication on; at most ${PASSWORD_MAX}.`,
  'A few unrelated words make a good password. Uppercase letters, digits and symbols are allowed but not required.',
  'No common passwords, keyboard patterns, or your own name.',
];

/**
 * The server's schema and rules, plus the password confirmation. The server knows more words to avoid and has the final say.
 * Until we know whether 2FA is on, the shorter minimum length passes here, but messages state the normal one.
 */
export function newPasswordSchema(user: CurrentUser, twoFactor: boolean | undefined) {
  const contextWords = [user.username, user.firstName, user.lastName, user.email.split('@')[0] ?? ''];
  return changePasswordBody
    .extend({ repeatedPassword: z.string().min(1, 'Confirm the new password') })
    .superRefine((values, context) => {
      const add = (field: keyof typeof values, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const problem = checkPassword(values.newPassword, {
        twoFactor: twoFactor ?? true,
        contextWords,
      })[0];
      const isMinimumUnknown = twoFactor === undefined && problem === PASSWORD_PROBLEMS.tooShortTwoFactor;
      if (problem !== undefined) add('newPassword', isMinimumUnknown ? PASSWORD_PROBLEMS.tooShort : problem);
      else if (values.newPassword === values.currentPassword) {
        add('newPassword', 'The new password must differ from the current one');
      }
      if (values.repeatedPassword !== '' && values.repeatedPassword !== values.newPassword) {
        add('repeatedPassword', 'The passwords do not match');
      }
    });
}
