import { reportError } from './screens/error-words.ts';

/** Fetches the code behind sign-in. */
export const loadPortal = () => import('./PortalApp.tsx');

/** The same ahead of time; a failure shows when the code is needed. */
export function preloadPortal(): void {
  loadPortal().catch(reportError);
}
