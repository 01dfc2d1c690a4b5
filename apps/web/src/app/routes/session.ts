import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** The only page that a user who must change their password can open. */
export const CHANGE_PASSWORD_PATH = '/change-password';

/** Routes of the session area. The sign-in screen is part of the initial script, so it has no entry here. */
export const sessionRoutes: RouteObject[] = [
  page(CHANGE_PASSWORD_PATH, {
    title: 'Change Password',
    guard: signedIn,
    layout: 'bare',
    load: async () => (await import('#features/session/ChangePasswordPage.tsx')).ChangePasswordPage,
  }),
];
