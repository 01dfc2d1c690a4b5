import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const load = async () => (await import('#features/help/HelpPage.tsx')).HelpPage;

/** Routes of the help, opened from the account menu or with the "?" key. */
export const helpRoutes: RouteObject[] = [
  page('/help', { title: 'Help', guard: signedIn, load }),
  page('/help/:page', { title: 'Help', guard: signedIn, load }),
];
