import { viewsOfList, type SavedView, type ViewList } from '@portal/contract/saved-views';
import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { FilterKinds } from '../list-url.ts';
import { searchIdOf } from '../places.ts';
import { useToast } from '../ToastProvider.tsx';
import { isBlank, openView, type ViewTarget } from './view-url.ts';

const FRESH_MS = 60_000;

/** The user's saved views of a list. Opens the default one if the URL says nothing about the list. */
export function useViews<K extends string, F extends FilterKinds>(list: ViewList, target: ViewTarget<K, F>) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const toast = useToast();
  const query = useEndpointQuery(viewsOfList, { query: { list } }, { staleTime: FRESH_MS });
  const views = query.data?.views;
  const open = (view: SavedView, replace = false) => {
    const opened = openView(params, view.state, target);
    setParams(opened.params, { replace });
    if (opened.missing.length > 0)
      toast.info(`"${view.name}" opened without what this list no longer has: ${opened.missing.join(', ')}`);
  };
  const isOpened = useRef(false);
  useEffect(() => {
    if (views === undefined || isOpened.current) return;
    isOpened.current = true;
    const standard = views.find(({ isDefault }) => isDefault);
    if (standard !== undefined && isBlank(params, target.options) && searchIdOf(state) === null)
      open(standard, true);
  });
  return { views, error: query.error, open };
}
