import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Where a user who must change the password is kept. */
export const CHANGE_PASSWORD_PATH = '/change-password';

/** Routes around the session itself; the sign-in screen is part of the start script and needs no loading. */
export const sessionRoutes: RouteObject[] = [
  page(CHANGE_PASSWORD_PATH, {
    title: 'Change Password',
    guard: signedIn,
    layout: 'bare',
    load: async () => (await import('#features/session/ChangePasswordPage.tsx')).ChangePasswordPage,
  }),
];
