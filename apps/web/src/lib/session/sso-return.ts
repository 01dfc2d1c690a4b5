import { storeValue } from './browser-storage.ts';
import { SSO_FAILURES, SSO_FRAGMENT, type SsoFailure } from '@portal/contract/single-sign-on';

/** Session storage key for the history state of /login, which has the page to return to. */
const STORAGE_KEY = 'sso-return';

/** How the browser came back from the issuer. */
export type SsoReturn =
  | { readonly ticket: string }
  | { readonly failure: SsoFailure; readonly account: string | undefined };

let returned: SsoReturn | null = null;

/** Keeps the page to return to while the browser is at the issuer. */
export function rememberReturn(): void {
  storeValue(sessionStorage, STORAGE_KEY, JSON.stringify(window.history.state));
}

/**
 * Reads how the browser came back from the issuer, removes it from the URL and restores the page to return to. Later calls return the same until
 * `forgetReturn`. Null if the browser did not come from there.
 */
export function readReturn(): SsoReturn | null {
  const values = new URLSearchParams(window.location.hash.slice(1));
  const ticket = values.get(SSO_FRAGMENT.ticket);
  const code = values.get(SSO_FRAGMENT.failure);
  if (ticket === null && code === null) return returned;
  window.history.replaceState(rememberedState(), '', window.location.pathname);
  const failure = SSO_FAILURES.find((known) => known === code) ?? 'refused';
  // Anyone can make such a link, so only what looks like a username is shown.
  const [account] = /^[\w.@+-]{1,64}$/.exec(values.get(SSO_FRAGMENT.account) ?? '') ?? [];
  returned = ticket === null ? { failure, account } : { ticket };
  return returned;
}

/** After this, `readReturn` returns null. */
export function forgetReturn(): void {
  returned = null;
}

function rememberedState(): unknown {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Another program's value under our key.
    return null;
  }
}
