import type { BrowserContextOptions } from '@playwright/test';
import type { Api, SignedIn } from './api.ts';

export type DemoAccount = 'superadmin' | 'admin' | 'physician' | 'midlevel' | 'assistant' | 'staff';

export interface Account {
  readonly userName: string;
  readonly password: string;
}

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Browser storage without a session. */
export const SIGNED_OUT: StorageState = { cookies: [], origins: [] };

/** Browser storage with a session for the portal’s address. */
export const storageStateOf = (origin: string, { token, user }: SignedIn): StorageState => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: [
        { name: 'token', value: token },
        { name: 'user', value: JSON.stringify(user) },
      ],
    },
  ],
});

/** Provides sessions of demo accounts that tests share. A session that a test has ended is replaced. */
export function shareSessions(api: Api): (account: DemoAccount) => Promise<SignedIn> {
  const sessions = new Map<DemoAccount, SignedIn>();
  return async (account) => {
    const known = sessions.get(account);
    if (known !== undefined) {
      const { status } = await api.send('GET', '/auth/session', { token: known.token });
      if (status === 200) return known;
    }
    const session = await api.signIn(account);
    sessions.set(account, session);
    return session;
  };
}
