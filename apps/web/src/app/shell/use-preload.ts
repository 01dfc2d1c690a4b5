import { useEffect } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { preloadParts } from '#ui/lazy-part.tsx';
import { visibleEntries } from '../navigation.ts';
import { pageAt } from '../routes/areas.ts';
import { preload } from '../preload.ts';

/** Milliseconds to wait after the shell has rendered, so that the first page loads undisturbed. */
const DELAY_MS = 1500;

/**
 * Preloads the code of the menu's pages one by one, so that navigation is instant, of the help, whose text is then available
 * offline, and of the parts of all these pages. The images of the help are not preloaded. Continues when the network is back.
 */
export function usePreload(): void {
  const { passes } = useAccess();
  useEffect(() => {
    let isWanted = true;
    const loadAll = async () => {
      const paths = [...visibleEntries(passes).map(({ path }) => path), '/help'];
      for (const path of paths) if (isWanted) await pageAt(path)?.preload?.();
      await preloadParts(() => isWanted);
    };
    const start = () => void preload(loadAll);
    const stop = () => {
      isWanted = false;
    };
    const timer = setTimeout(start, DELAY_MS);
    window.addEventListener('online', start);
    // Leaving the page cuts off what is on its way.
    window.addEventListener('pagehide', stop);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener('online', start);
      window.removeEventListener('pagehide', stop);
    };
  }, [passes]);
}
