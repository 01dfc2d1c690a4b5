import { tokenSessionId } from '@portal/domain/session';
import { call, session } from '#lib/portal.ts';
import { createFormVault } from './form-vault.ts';
import { createStore } from './state.ts';

/**
 * What was typed into forms when the session ended under them, by the form's key. For the same user only: gone with a log-out,
 * another user or the tab. A locked copy survives a reload of the sign-in screen.
 */
const kept = new Map<string, unknown>();
const vault = createFormVault(sessionStorage, call);
/** Whose values `kept` holds. */
let owner: string | null = null;
let openedFor: string | null = null;

/** While the values of an earlier session are being unlocked, no form may open: it reads them when it does. */
export const keptState = createStore({ isRestoring: false });

session.subscribe(follow);
follow();

function follow(): void {
  const { isAuthenticated, user, token, lastEnd } = session.state();
  const isForeign = user !== null && [owner, vault.userId()].some((id) => id !== null && id !== user.id);
  if (lastEnd?.reason === 'signedOut' || isForeign) {
    kept.clear();
    vault.clear();
    owner = null;
  }
  if (!isAuthenticated || user === null) openedFor = null;
  else if (openedFor !== token) {
    openedFor = token;
    if (kept.size === 0 && vault.userId() === user.id) void restore(user.id);
  }
}

async function restore(userId: string): Promise<void> {
  keptState.set({ isRestoring: true });
  const values = await vault.unlock();
  if (values !== null && session.state().user?.id === userId) {
    owner = userId;
    for (const [key, value] of Object.entries(values)) kept.set(key, value);
  }
  keptState.set({ isRestoring: false });
}

let saved = Promise.resolve();
let isSavePlanned = false;

/** Brings the locked copy up to date, once for changes that come together. */
function save(): void {
  if (isSavePlanned) return;
  isSavePlanned = true;
  saved = saveAfter(saved);
}

async function saveAfter(earlier: Promise<void>): Promise<void> {
  await earlier;
  isSavePlanned = false;
  if (kept.size === 0) vault.clear();
  else await vault.lock(Object.fromEntries(kept));
}

/** Watches a form; `read` gives its values while there is something unsaved, else null. Returns the way to stop. */
export function keepWhenSessionEnds(key: string, read: () => unknown): () => void {
  let userId: string | null = null;
  const remember = () => {
    const { isAuthenticated, user, token } = session.state();
    if (!isAuthenticated || user === null) return;
    userId = user.id;
    const sessionId = token === null ? null : tokenSessionId(token);
    if (sessionId !== null) vault.prepare({ userId, sessionId });
  };
  remember();
  return session.subscribe(() => {
    const { isAuthenticated, lastEnd } = session.state();
    if (isAuthenticated) return remember();
    if (userId === null || lastEnd === null || lastEnd.reason === 'signedOut') return;
    const values = read();
    if (values === null) return;
    owner = userId;
    kept.set(key, values);
    save();
  });
}

/** What was kept for a form; undefined when there is nothing. */
export function keptValues(key: string): unknown {
  return kept.get(key);
}

/** The form has its values back. */
export function forgetKept(key: string): void {
  if (kept.delete(key)) save();
}
