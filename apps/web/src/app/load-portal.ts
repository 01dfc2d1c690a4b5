import { reportError } from './screens/page-error-text.ts';

/** Loads the code of the part that requires sign-in. */
export const loadPortal = () => import('./PortalApp.tsx');

/** Loads the same code ahead of time. A failure is only logged; it surfaces when the code is needed. */
export function preloadPortal(): void {
  loadPortal().catch(reportError);
}
