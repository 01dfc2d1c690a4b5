import { useEffect } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { visibleEntries } from '../navigation.ts';
import { pageAt } from '../routes/areas.ts';
import { reportError } from '../screens/error-words.ts';

/** Milliseconds after the shell stands, when the first page has had the connection for itself. */
const DELAY_MS = 1500;

/** Fetches the code of the menu's pages ahead of the first click, one after the other, so that pages change at once. */
export function usePreload(): void {
  const { passes } = useAccess();
  useEffect(() => {
    let isWanted = true;
    const loadAll = async () => {
      for (const { path } of visibleEntries(passes)) if (isWanted) await pageAt(path)?.load?.();
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
