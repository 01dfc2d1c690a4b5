import { tokenSessionId } from '@portal/domain/session';
import { z } from 'zod';
import { call, session } from '#lib/portal.ts';
import { createFormVault } from './form-vault.ts';
import { createStore } from './state.ts';

/**
 * Unsaved form values at the time the session ended, by the form's key. They are restored for the same user only and are lost
 * on sign-out, when another user signs in, or when the tab closes. An encrypted copy survives a reload of the sign-in screen.
 */
const unsaved = new Map<string, unknown>();
const vault = createFormVault(sessionStorage, call);
/** The user whose values are in `unsaved`. */
let owner: string | null = null;
let openedFor: string | null = null;
/** Readers of the open forms: unsaved values or null. */
const openForms = new Map<string, () => unknown>();
/** Whether the values were kept for a reload. */
let isKept = false;

const dialogValues = z.object({ address: z.string(), dialog: z.string() });

/** A dialog whose input is kept until it is opened again. */
export type KeptDialog = z.output<typeof dialogValues> & { readonly key: string };

/** The dialogs whose input is kept. */
export const keptDialogs = createStore<{ readonly dialogs: readonly KeptDialog[] }>({ dialogs: [] });

/** While values of an earlier session are being decrypted, no form may open, because a form reads them when it opens. */
export const restoreState = createStore({ isRestoring: false });

session.subscribe(follow);
follow();

function follow(): void {
  const { isAuthenticated, user, token, lastEnd } = session.state();
  const isForeign = user !== null && [owner, vault.userId()].some((id) => id !== null && id !== user.id);
  if (lastEnd?.reason === 'signedOut' || isForeign) {
    unsaved.clear();
    vault.clear();
    owner = null;
    listDialogs();
    isKept = false;
  }
  if (!isAuthenticated || user === null) openedFor = null;
  else if (openedFor !== token) {
    openedFor = token;
    if (unsaved.size === 0 && vault.userId() === user.id) void restore(user.id);
  }
}

async function restore(userId: string): Promise<void> {
  restoreState.set({ isRestoring: true });
  const values = await vault.unlock();
  if (values !== null && session.state().user?.id === userId) {
    owner = userId;
    for (const [key, value] of Object.entries(values)) unsaved.set(key, value);
    listDialogs();
  }
  restoreState.set({ isRestoring: false });
}

function listDialogs(): void {
  const dialogs = [...unsaved].flatMap(([key, value]) => {
    const parsed = dialogValues.safeParse(value);
    return parsed.success ? [{ ...parsed.data, key }] : [];
  });
  if (dialogs.length > 0 || keptDialogs.get().dialogs.length > 0) keptDialogs.set({ dialogs });
}

let saved = Promise.resolve();
let isSavePlanned = false;

/** Updates the encrypted copy; changes made at the same time are saved once. */
function save(): void {
  listDialogs();
  if (isSavePlanned) return;
  isSavePlanned = true;
  saved = saveAfter(saved);
}

async function saveAfter(earlier: Promise<void>): Promise<void> {
  await earlier;
  isSavePlanned = false;
  if (unsaved.size === 0) vault.clear();
  else await vault.lock(Object.fromEntries(unsaved));
}

/** Whether all unsaved values are kept, so that nothing is lost when the page is left. */
export const isKeptForReload = (): boolean => isKept;

/**
 * Keeps the unsaved values of all open forms, so that they are restored after a reload. Without a connection to the server or the
 * Web Crypto API they cannot be kept; then the browser asks before it leaves the page.
 */
export async function keepForReload(): Promise<void> {
  for (const [key, read] of openForms) {
    const values = read();
    if (values !== null) unsaved.set(key, values);
  }
  save();
  await saved;
  isKept = vault.userId() !== null;
}

/**
 * Saves a form's values when the session ends, or opens nothing but the setup of 2FA. `read` returns unsaved values or null. Returns a
 * function that stops it.
 */
export function saveWhenSessionEnds(key: string, read: () => unknown): () => void {
  let userId: string | null = null;
  const remember = () => {
    const { isAuthenticated, user, token } = session.state();
    if (!isAuthenticated || user === null) return;
    userId = user.id;
    const sessionId = token === null ? null : tokenSessionId(token);
    if (sessionId !== null) vault.prepare({ userId, sessionId });
  };
  remember();
  openForms.set(key, read);
  const unsubscribe = session.subscribe(() => {
    const { isAuthenticated, user, lastEnd } = session.state();
    const isBlocked = isAuthenticated && user?.mustSetUpTwoFactor === true;
    if (isAuthenticated && !isBlocked) return remember();
    if (userId === null) return;
    if (!isBlocked && (lastEnd === null || lastEnd.reason === 'signedOut')) return;
    const values = read();
    if (values === null) return;
    owner = userId;
    unsaved.set(key, values);
    save();
  });
  return () => {
    unsubscribe();
    if (openForms.get(key) === read) openForms.delete(key);
  };
}

/**
 * Holds what the open forms contain now for the end of the session, as if they stayed open: React ends the effects of a hidden page.
 * Returns a function that stops it.
 */
export function holdUnsaved(): () => void {
  const held = [...openForms].flatMap(([key, read]) => {
    const values = read();
    return values === null ? [] : [saveWhenSessionEnds(key, () => values)];
  });
  return () => {
    for (const stop of held) stop();
  };
}

/** Keeps a form's values for the signed-in user until the form is opened again, for example after a failed save of a page that was left. */
export function keepValues(key: string, values: unknown): void {
  const { user } = session.state();
  if (user === null) return;
  owner = user.id;
  unsaved.set(key, values);
  save();
}

/** The values of a form to restore, or undefined. */
export function restoredValues(key: string): unknown {
  return unsaved.get(key);
}

/** Removes a form's values after they have been restored. */
export function removeRestored(key: string): void {
  if (unsaved.delete(key)) save();
}
