import { useEffect } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { visibleEntries } from '../navigation.ts';
import { pageAt } from '../routes/areas.ts';
import { reportError } from '../screens/page-error-text.ts';

/** Milliseconds to wait after the shell has rendered, so that the first page loads undisturbed. */
const DELAY_MS = 1500;

/**
 * Preloads the code of the menu's pages one by one, so that navigation is instant, and of the help, whose text is then available
 * offline. Its images are not preloaded.
 */
export function usePreload(): void {
  const { passes } = useAccess();
  useEffect(() => {
    let isWanted = true;
    const loadAll = async () => {
      const paths = [...visibleEntries(passes).map(({ path }) => path), '/help'];
      for (const path of paths) if (isWanted) await pageAt(path)?.load?.();
    };
    const timer = setTimeout(() => {
      loadAll().catch(reportError);
    }, DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [passes]);
}
