import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** The user's own profile, opened from the account menu. */
export const profileRoutes: RouteObject[] = [
  page('/profile', {
    title: 'Profile',
    help: 'my-profile',
    guard: signedIn,
    load: async () => (await import('../ProfileRoute.tsx')).ProfileRoute,
  }),
];
