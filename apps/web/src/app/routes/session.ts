import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** The only page that a user who must change their password can open. */
export const CHANGE_PASSWORD_PATH = '/change-password';

/** The only page that a user who must set up 2FA can open. */
export const SET_UP_TWO_FACTOR_PATH = '/set-up-two-factor';

/** Routes of the session area. The sign-in screen is part of the initial script, so it has no entry here. */
export const sessionRoutes: RouteObject[] = [
  page(CHANGE_PASSWORD_PATH, {
    title: 'Change Password',
    guard: signedIn,
    layout: 'bare',
    load: async () => (await import('#features/session/ChangePasswordPage.tsx')).ChangePasswordPage,
  }),
  page(SET_UP_TWO_FACTOR_PATH, {
    title: 'Two-Factor Authentication',
    guard: signedIn,
    layout: 'bare',
    load: async () => (await import('../SetUpTwoFactorRoute.tsx')).SetUpTwoFactorRoute,
  }),
];
