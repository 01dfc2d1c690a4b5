import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import { randomId } from '#lib/api/random-id.ts';
import { currentAddress, leaveAfterSave } from './form/leave-guard.ts';
import { historyIndex } from './history-index.ts';

/** A visited URL. */
interface Place {
  readonly pathname: string;
  readonly search: string;
  /** Identifies the visit; a return to it has the same key. */
  readonly key: string;
  readonly isList: boolean;
  /** The search that is in memory only. */
  readonly searchId: string | null;
}

/** Where a list was scrolled to, and the link in it that had the focus. */
export interface ListView {
  readonly tableTop: number;
  readonly pageTop: number;
  readonly focusedHref: string | null;
}

/** Link target that returns to a list as it was left. */
export interface ReturnLink {
  readonly to: string;
  readonly state: unknown;
}

const MAX_PLACES = 50;
const MAX_SEARCHES = 500;

/** The key of a visit: that of its history entry, or of the earlier visit that it returns to. */
export function visitKey({ key, state }: Pick<Location, 'key' | 'state'>): string {
  const isReturn = typeof state === 'object' && state !== null && 'returnsTo' in state;
  return isReturn && typeof state.returnsTo === 'string' ? state.returnsTo : key;
}

/** The id of a search in memory, which the state of a history entry holds in place of its text. */
export const searchIdOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'searchId' in state && typeof state.searchId === 'string'
    ? state.searchId
    : null;

/**
 * The way through the portal to the current page. It is only in memory, because searches can contain names, and each sign-in starts a new one.
 */
export class Places {
  #trail: readonly Place[] = [];
  /** The visits by their position in the browser history. */
  readonly #entries = new Map<number, Pick<Place, 'pathname' | 'search' | 'key'>>();
  readonly #views = new Map<string, ListView>();
  readonly #searches = new Map<string, string>();

  /** Records a visit. A return removes everything after the place that it returns to. */
  visit(location: Pick<Location, 'pathname' | 'search' | 'key' | 'state'>, isList = false): void {
    const key = visitKey(location);
    const at = this.#trail.findIndex((place) => place.key === key);
    const known = this.#trail[at];
    const before = at === -1 ? this.#trail.slice(-MAX_PLACES) : this.#trail.slice(0, at);
    const { pathname, search } = location;
    const searchId = searchIdOf(location.state);
    const place = { pathname, search, key, isList: isList || known?.isList === true, searchId };
    this.#trail = [...before, place];
    const index = historyIndex();
    // Without a position, the ones that are known no longer say what is behind this page.
    if (index === null) this.#entries.clear();
    else this.#entries.set(index, place);
  }

  /** Whether the previous entry of the browser history is what the link returns to. */
  isBehind({ to, state }: ReturnLink): boolean {
    const index = historyIndex();
    const entry = index === null ? undefined : this.#entries.get(index - 1);
    return entry !== undefined && `${entry.pathname}${entry.search}` === to && isVisit(state, entry.key);
  }

  /**
   * Link from a page back to a list: to the list from which its record was opened (which may be a tab of a patient), or else to
   * the last view of `path`. Links to records, whose paths contain an ID, stay as they are.
   */
  returnLink(path: string, current: string): ReturnLink {
    if (/[\d?]/.test(path)) return { to: path, state: null };
    const previous = this.#trail.findLast(
      ({ pathname, isList }) => pathname !== current && (isList || !pathname.startsWith(`${path}/`)),
    );
    return previous?.isList === true ? linkTo(previous) : this.lastViewLink(path);
  }

  /** Link to the last view of a page. */
  lastViewLink(path: string): ReturnLink {
    const place = this.#trail.findLast(({ pathname }) => pathname === path);
    return place === undefined ? { to: path, state: null } : linkTo(place);
  }

  /** Remembers the text of a search. Returns the state of the history entry that shows it. */
  rememberSearch(text: string): { readonly searchId: string } | null {
    if (text === '') return null;
    const searchId = randomId();
    this.#searches.set(searchId, text);
    const [oldest] = this.#searches.keys();
    if (this.#searches.size > MAX_SEARCHES && oldest !== undefined) this.#searches.delete(oldest);
    return { searchId };
  }

  /** The text of a search in memory; blank if it is not known, for example after a reload. */
  searchText(state: unknown): string {
    return this.#searches.get(searchIdOf(state) ?? '') ?? '';
  }

  saveView(key: string, view: ListView): void {
    this.#views.delete(key);
    this.#views.set(key, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MAX_PLACES && oldest !== undefined) this.#views.delete(oldest);
  }

  view(key: string): ListView | undefined {
    return this.#views.get(key);
  }
}

/** Whether a link leads to any visit, or to this one. */
const isVisit = (state: unknown, key: string): boolean =>
  typeof state !== 'object' || state === null || !('returnsTo' in state) || state.returnsTo === key;

const linkTo = ({ pathname, search, key, searchId }: Place): ReturnLink => ({
  to: `${pathname}${search}`,
  state: { returnsTo: key, ...(searchId === null ? {} : { searchId }) },
});

/** The places of the signed-in user; null outside the portal's layout. */
export const PlacesContext = createContext<Places | null>(null);

/** For lists outside the portal's layout, of which there are none but in tests. */
const OUTSIDE = new Places();

/** The places of the signed-in user. */
export const usePlaces = (): Places => useContext(PlacesContext) ?? OUTSIDE;

/** Creates the places of a layout and records every page. */
export function useTrackedPlaces(): Places {
  const [places] = useState(() => new Places());
  const location = useLocation();
  useEffect(() => places.visit(location), [places, location]);
  return places;
}

/** Marks the current page as a list that its records return to. */
export function useListPlace(): void {
  const places = useContext(PlacesContext);
  const location = useLocation();
  useEffect(() => places?.visit(location, true), [places, location]);
}

/** Link from the current page back to the list at a path. */
export function useReturnLink(): (path: string) => ReturnLink {
  const places = useContext(PlacesContext);
  const { pathname } = useLocation();
  return (path) => places?.returnLink(path, pathname) ?? { to: path, state: null };
}

/** Link to the last view of a page, which is named in the link. */
export function useLastViewLink(): (path: string) => ReturnLink {
  const places = useContext(PlacesContext);
  return (path) => places?.lastViewLink(path) ?? { to: path, state: null };
}

/**
 * Leaves a form after it was saved or its record was deleted, for the list at a path, as it was left, or for a record. No question is
 * asked, and Back does not return to the form. Does nothing if the person has already left.
 */
export function useReturn(): (path: string) => Promise<void> {
  const places = useContext(PlacesContext);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    async (path) => {
      if (currentAddress(`${pathname}${search}`) !== `${pathname}${search}`) return;
      const link = places?.returnLink(path, pathname) ?? { to: path, state: null };
      await leaveAfterSave(() =>
        places?.isBehind(link) === true
          ? navigate(-1)
          : navigate(link.to, { replace: true, state: link.state }),
      );
    },
    [places, pathname, search, navigate],
  );
}
