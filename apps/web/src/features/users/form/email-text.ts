import type { User } from '@portal/contract/users';

/** The user's email address, with a note if nobody has confirmed it. */
export const emailText = ({ email, emailConfirmed }: Pick<User, 'email' | 'emailConfirmed'>): string =>
  emailConfirmed ? email : `${email} (generated, not confirmed)`;
