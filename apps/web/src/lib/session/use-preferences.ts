import type { Preferences } from '@portal/contract/preferences';
import { userPreferences } from '@portal/contract/users';
import { call, session } from '#lib/portal.ts';
import { useCurrentUser } from './use-session.ts';

/** The last save. The next one waits for it, so that they reach the server in order. */
let saved: Promise<unknown> = Promise.resolve();
/** The choices since the last time that nothing waited to be saved. */
let waiting: Partial<Preferences> = {};

const current = () => session.state().user?.preferences;

async function save(choice: Partial<Preferences>): Promise<void> {
  const before = current();
  if (before === undefined) return;
  const apply = (change: Partial<Preferences>) => {
    const preferences = current();
    if (preferences !== undefined) session.updateUser({ preferences: { ...preferences, ...change } });
  };
  apply(choice);
  waiting = { ...waiting, ...choice };
  const send = async () => {
    try {
      // What is left out stays as another tab saved it.
      await call(userPreferences, { body: choice });
      // The session may have been read in between, before the server had them.
      if (saved !== sent) return;
      apply(waiting);
      waiting = {};
    } catch (error) {
      const refused = Object.keys(choice);
      apply(Object.fromEntries(Object.entries(before).filter(([name]) => refused.includes(name))));
      waiting = saved === sent ? {} : waiting;
      throw error;
    }
  };
  const sent = saved.then(send, send);
  saved = sent;
  await sent;
}

/** Returns the signed-in user's preferences and a function to save some of them. */
export function usePreferences(): {
  readonly preferences: Preferences;
  /** Applies the choice immediately. If the server refuses it, restores what it replaced and rejects with ApiError. */
  readonly save: (choice: Partial<Preferences>) => Promise<void>;
} {
  return { preferences: useCurrentUser().preferences, save };
}
