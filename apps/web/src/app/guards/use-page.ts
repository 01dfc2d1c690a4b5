import { useMatches } from 'react-router';
import { pageHandle, type PageHandle } from '../routes/page.ts';

/** Page data of the current route; null if there is none. */
export function usePage(): PageHandle | null {
  return pageHandle(useMatches().findLast((match) => pageHandle(match.handle) !== null)?.handle);
}
