/** The groups of the side menu, from top to bottom. */
export const MENU_GROUPS = ['daily', 'practice', 'templates', 'security', 'system'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** What only administrators use is collapsed until somebody opens it. */
export const COLLAPSED_AT_FIRST: readonly MenuGroup[] = ['templates', 'security', 'system'];
