import { useMatches } from 'react-router';
import { pageHandle } from '../routes/page.ts';
import type { PageHandle } from '../routes/page.ts';

/** The page data of the current route; null where no route has any. */
export function usePage(): PageHandle | null {
  return pageHandle(useMatches().findLast((match) => pageHandle(match.handle) !== null)?.handle);
}
