import { recentList } from '@portal/contract/recent';
import { searchEverything, type SearchResults } from '@portal/contract/search';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useMayOpen } from '#lib/built-pages.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { useSearch } from '#ui/use-search.ts';
import { openPages } from '../routes/areas.ts';
import {
  generalActions,
  pageItems,
  patientActions,
  readAction,
  type ActionSearch,
} from './palette-actions.ts';
import { foundGroups, matching, recentItems, type PaletteGroup, type PaletteItem } from './palette-items.ts';

/** The server finds nothing for fewer characters. */
export const MIN_CHARACTERS = 2;

/** State of the search of everything. */
export interface PaletteState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** The text is too long to search for, in words. */
  readonly tooLong: string | null;
}

/**
 * The search of everything: recently opened records, actions and pages while nothing is typed, otherwise what the server finds
 * and the actions and pages with these words. `onFound` gets the patient to open when a search found exactly one.
 */
export function usePalette(onFound: (text: string, only: PaletteItem | null) => void): PaletteState {
  const [text, setText] = useState('');
  const typed = text.trim();
  const { passes } = useAccess();
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  const pages = useMemo(() => openPages(passes), [passes]);
  const action = readAction(typed);
  const searched = action?.text ?? typed;
  const { data: recent, isPending } = useEndpointQuery(recentList, { query: {} });

  const search = useSearch(searched, searchServer, MIN_CHARACTERS, (answered, [results]) => {
    const [only, ...others] = results?.patients ?? [];
    const isOnly = only !== undefined && only.similar !== true && others.length === 0;
    if (results === undefined || !isOnly) return onFound(answered, null);
    onFound(answered, shown(results, action, mayOpen)[0]?.items[0] ?? null);
  });

  const actions = generalActions(pages, mayOpen);
  const all = pageItems(pages);
  const [results] = search.options;
  const current = recent?.patients.find(({ id }) => pathname.startsWith(`/patients/${id}`));
  const groups: readonly PaletteGroup[] =
    typed === ''
      ? [
          { title: 'Recently opened', items: recent === undefined ? [] : recentItems(recent) },
          { title: 'Actions', items: [...(current ? patientActions(current, mayOpen) : []), ...actions] },
          { title: 'Pages', items: all },
        ]
      : [
          ...(results === undefined ? [] : shown(results, action, mayOpen)),
          { title: 'Actions', items: matching(actions, typed) },
          { title: 'Pages', items: matching(all, typed) },
        ];
  return {
    text,
    setText,
    // Without the recent records, the lines would move when they arrive.
    groups: typed === '' && isPending ? [] : groups.filter(({ items }) => items.length > 0),
    isLoading: typed === '' ? isPending : search.isLoading,
    isFailed: search.isFailed,
    tooLong: search.tooLong,
  };
}

/** The groups of a result. After an action's words, the action for each patient comes first. */
function shown(
  results: SearchResults,
  action: ActionSearch | null,
  mayOpen: (address: string) => boolean,
): PaletteGroup[] {
  const { patients } = results;
  const [only, ...others] = patients;
  const forPatients =
    action === null
      ? only !== undefined && others.length === 0
        ? patientActions(only, mayOpen)
        : []
      : patients.flatMap((patient) => patientActions(patient, mayOpen, action.path));
  const actions = { title: 'Actions for patients', items: forPatients };
  const [found, ...rest] = foundGroups(results);
  const groups = action === null ? [found, actions, ...rest] : [actions, found, ...rest];
  return groups.flatMap((group) => (group === undefined || group.items.length === 0 ? [] : [group]));
}

async function searchServer(q: string, signal: AbortSignal): Promise<readonly SearchResults[]> {
  return [await call(searchEverything, { query: { q, limit: '5' }, signal })];
}
