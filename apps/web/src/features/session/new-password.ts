import { changePasswordBody } from '@portal/contract/session';
import type { CurrentUser } from '@portal/contract/session';
import {
  checkPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MIN_SECOND_FACTOR,
  PASSWORD_PROBLEMS,
} from '@portal/domain/password';
import { z } from 'zod';

/** What is said beside the form before anything is typed. */
export const PASSWORD_RULES: readonly string[] = [
  `At least ${PASSWORD_MIN} characters, or ${PASSWORD_MIN_SECOND_FACTOR} once your second factor is on; at most ${PASSWORD_MAX}.`,
  'A few unrelated words make a good password. Capitals, digits and symbols are welcome but not required.',
  'No common passwords, rows of the keyboard, or your own name.',
];

/**
 * The server's schema and rules, plus the repeated password. The server knows more words to avoid and decides. While it is
 * not known whether the second factor is on, the shorter length passes here, and the usual one is named.
 */
export function newPasswordSchema(user: CurrentUser, secondFactor: boolean | undefined) {
  const contextWords = [user.username, user.firstName, user.lastName, user.email.split('@')[0] ?? ''];
  return changePasswordBody
    .extend({ repeatedPassword: z.string().min(1, 'Repeat the new password') })
    .superRefine((values, context) => {
      const add = (field: keyof typeof values, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const problem = checkPassword(values.newPassword, {
        secondFactor: secondFactor ?? true,
        contextWords,
      })[0];
      const isLengthUnsure = secondFactor === undefined && problem === PASSWORD_PROBLEMS.tooShortSecondFactor;
      if (problem !== undefined) add('newPassword', isLengthUnsure ? PASSWORD_PROBLEMS.tooShort : problem);
      else if (values.newPassword === values.currentPassword) {
        add('newPassword', 'The new password must differ from the current one');
      }
      if (values.repeatedPassword !== '' && values.repeatedPassword !== values.newPassword) {
        add('repeatedPassword', 'The passwords do not match');
      }
    });
}
