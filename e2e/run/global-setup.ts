import type { TestProject } from 'vitest/node';
import { findChromium, type BrowserLaunch } from './chromium.ts';
import { startPortal } from './portal-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    portalUrl: string;
    chromium: BrowserLaunch;
  }
}

/** One portal with the demo practice and one unpacked browser for the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', await findChromium());
  const portal = await startPortal();
  project.provide('portalUrl', portal.url);
  return () => portal.stop();
}
