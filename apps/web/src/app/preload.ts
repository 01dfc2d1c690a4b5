import { LoadError } from '#lib/code/load-error.ts';
import { reportError } from './screens/page-error-text.ts';

/** Loads code ahead of time. Code that cannot be loaded now is loaded when it is needed, and then its place says why. */
export async function preload(load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof LoadError) || error.reason === 'failed') reportError(error);
  }
}
