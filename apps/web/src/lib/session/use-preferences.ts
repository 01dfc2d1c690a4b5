import type { Preferences } from '@portal/contract/preferences';
import { userPreferences } from '@portal/contract/users';
import { call, session } from '#lib/portal.ts';
import { useCurrentUser } from './use-session.ts';

/** The signed-in user's preferences and how to set them. */
export function usePreferences(): {
  readonly preferences: Preferences;
  /** In force at once, and undone when the server does not take them; rejects with ApiError then. */
  readonly save: (preferences: Preferences) => Promise<void>;
} {
  const { preferences } = useCurrentUser();
  return {
    preferences,
    save: async (wanted) => {
      session.updateUser({ preferences: wanted });
      try {
        session.updateUser({ preferences: await call(userPreferences, { body: wanted }) });
      } catch (error) {
        session.updateUser({ preferences });
        throw error;
      }
    },
  };
}
