import type { Preferences } from '@portal/contract/preferences';
import { userPreferences } from '@portal/contract/users';
import { call, session } from '#lib/portal.ts';
import { useCurrentUser } from './use-session.ts';

/** Returns the signed-in user's preferences and a function to save them. */
export function usePreferences(): {
  readonly preferences: Preferences;
  /** Applies the preferences immediately. If the server refuses them, restores the old ones and rejects with ApiError. */
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
