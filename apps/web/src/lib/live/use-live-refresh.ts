import type { Activity } from '@portal/contract/dashboard';
import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { missedNews, pushedActivity } from './live.ts';

/** Several changes at once are read once, after this many milliseconds of silence. */
const PAUSE_MS = 300;

/**
 * Reads an answer on screen again when the live feed tells of something that concerns it. The read never extends the
 * session; when it fails, what is on screen stays.
 */
export function useLiveRefresh<E extends Endpoint & { readonly background: true }>(
  endpoint: E,
  input: CallInput<E>,
  concerns: (activity: Activity) => boolean,
): void {
  const client = useQueryClient();
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const key = endpointKey(endpoint, input);
    const asked = Date.now();
    try {
      const answer = await call(endpoint, { ...input, signal });
      // What was read in the meantime, for example after one's own change, is newer.
      if ((client.getQueryState(key)?.dataUpdatedAt ?? Infinity) <= asked)
        client.setQueryData<ResultOf<E>>(key, () => answer);
    } catch (error) {
      if (!(error instanceof ApiError) && !signal.aborted) throw error;
    }
  });
  const isConcerned = useEffectEvent(concerns);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = new AbortController();
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(left.signal), PAUSE_MS);
    };
    const stopListening = pushedActivity.listen((activity) => {
      if (isConcerned(activity)) plan();
    });
    const stopWatching = missedNews.listen(plan);
    return () => {
      stopListening();
      stopWatching();
      left.abort();
      clearTimeout(timer);
    };
  }, []);
}
