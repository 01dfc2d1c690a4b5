import type { Guard } from '@portal/contract/endpoint';
import { areaRoutes } from './routes/areas.ts';
import { pageHandle, type PageMenu } from './routes/page.ts';

export interface NavigationEntry extends PageMenu {
  readonly path: string;
  readonly label: string;
  readonly guard: Guard;
}

/** The side menu from top to bottom: the pages with a menu entry. */
export const NAVIGATION: readonly NavigationEntry[] = areaRoutes.flatMap(({ path, handle }) => {
  const page = pageHandle(handle);
  if (path === undefined || page?.menu === undefined) return [];
  return [{ path, label: page.title, guard: page.guard, ...page.menu }];
});

/** The entries whose guard the user passes. */
export const visibleEntries = (passes: (guard: Guard) => boolean): NavigationEntry[] =>
  NAVIGATION.filter(({ guard }) => passes(guard));

/** The entry that a path belongs to: the one with the longest matching prefix. */
export function currentEntry(
  pathname: string,
  entries: readonly NavigationEntry[],
): NavigationEntry | undefined {
  return entries
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
