import type { Guard } from '@portal/contract/endpoint';
import { MENU_GROUPS, type MenuGroup } from '@portal/domain/menu-groups';
import { areaRoutes } from './routes/areas.ts';
import { pageHandle, type PageMenu } from './routes/page.ts';

export interface NavigationEntry extends PageMenu {
  readonly path: string;
  readonly label: string;
  readonly guard: Guard;
}

/** The pages with a menu entry, in the order of the specification. */
export const NAVIGATION: readonly NavigationEntry[] = areaRoutes.flatMap(({ path, handle }) => {
  const page = pageHandle(handle);
  if (path === undefined || page?.menu === undefined) return [];
  return [{ path, label: page.title, guard: page.guard, ...page.menu }];
});

/** Headings of the groups. */
export const GROUP_LABELS: Readonly<Record<MenuGroup, string>> = {
  daily: 'Daily work',
  practice: 'Practice',
  templates: 'Templates and codes',
  security: 'Security and logs',
  system: 'System',
};

/** The entries whose guard the user passes. */
export const visibleEntries = (passes: (guard: Guard) => boolean): NavigationEntry[] =>
  NAVIGATION.filter(({ guard }) => passes(guard));

/** The side menu from top to bottom: groups that have entries. */
export const groupsOf = (entries: readonly NavigationEntry[]) =>
  MENU_GROUPS.map((group) => ({
    group,
    entries: entries.filter((entry) => entry.group === group),
  })).filter((part) => part.entries.length > 0);

/** The entry that a path belongs to: the one with the longest matching prefix. */
export function currentEntry(
  pathname: string,
  entries: readonly NavigationEntry[],
): NavigationEntry | undefined {
  return entries
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
