import { z } from 'zod';

/** A user's display preferences. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  landingPage: z.enum(['/', '/patients', '/users', '/offices']),
  pageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]),
});
export type Preferences = z.output<typeof preferences>;
/** Preferences of a user who has not set any. */
export const DEFAULT_PREFERENCES: Preferences = { theme: 'system', landingPage: '/', pageSize: 20 };
