import { COLLAPSED_AT_FIRST, MENU_GROUPS } from '@portal/domain/menu-groups';
import { NOTIFICATION_KINDS } from '@portal/domain/notification';
import { z } from 'zod';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** A user's display preferences. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** The path of a page without an ID. The web app knows the pages and opens the dashboard if the user may not open this one. */
  landingPage: z
    .string()
    .max(100, 'The landing page can have at most 100 characters')
    .regex(/^\/(?:[a-z-]+(?:\/[a-z-]+)*)?$/, 'The landing page must be a page of the portal'),
  pageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]),
  /** How high the rows of lists are. */
  density: z.enum(DENSITIES).default('comfortable'),
  /** Whether shortcuts without Ctrl, such as `n` or `?`, work (WCAG 2.1.4). */
  letterShortcuts: z.boolean().default(true),
  /** Kinds of notifications that the user does not want. */
  mutedNotifications: z
    .array(z.enum(NOTIFICATION_KINDS, { error: 'Choose a kind of notification' }), {
      error: 'Muted notifications must be a list',
    })
    .max(NOTIFICATION_KINDS.length, 'Name each kind of notification once')
    .default([]),
  /** Whether the side menu shows only icons on wide screens. */
  hasNarrowMenu: z.boolean().default(false),
  /** Groups of the side menu whose entries are hidden. */
  collapsedMenuGroups: z
    .array(z.enum(MENU_GROUPS, { error: 'Choose a group of the menu' }), {
      error: 'Collapsed groups must be a list',
    })
    .max(MENU_GROUPS.length, 'Name each group of the menu once')
    .default([...COLLAPSED_AT_FIRST]),
});
export type Preferences = z.output<typeof preferences>;
/** Preferences of a user who has not set any. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  landingPage: '/',
  pageSize: 20,
  density: 'comfortable',
  letterShortcuts: true,
  mutedNotifications: [],
  hasNarrowMenu: false,
  collapsedMenuGroups: [...COLLAPSED_AT_FIRST],
};
