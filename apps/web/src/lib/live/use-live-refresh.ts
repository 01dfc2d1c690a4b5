import type { Activity } from '@portal/contract/dashboard';
import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { changedTopic, missedUpdates, pushedActivity } from './live.ts';

/** Several changes within this time (ms) cause one read. */
const PAUSE_MS = 300;

/**
 * Reloads a query when the live feed reports an activity or a topic that affects it. The request never extends the session. If it
 * fails, the current data stays on screen. Returns whether the record was removed.
 */
export function useLiveRefresh<E extends Endpoint & { readonly background: true }>(
  endpoint: E,
  input: CallInput<E>,
  affects: (activity: Activity) => boolean,
  topic?: string,
): boolean {
  const client = useQueryClient();
  const [isRemoved, setRemoved] = useState(false);
  const refresh = useEffectEvent(async (signal: AbortSignal, again: () => void) => {
    const key = endpointKey(endpoint, input);
    // A read that is still on its way may have begun before the change.
    if (client.getQueryState(key)?.fetchStatus === 'fetching') return again();
    const asked = Date.now();
    try {
      const answer = await call(endpoint, { ...input, signal });
      // Data that was asked for later, for example after the user’s own change, is newer.
      if ((client.getQueryState(key)?.dataUpdatedAt ?? Infinity) <= asked)
        client.setQueryData<ResultOf<E>>(key, () => answer, { updatedAt: asked });
      setRemoved(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') setRemoved(!signal.aborted);
      else if (!(error instanceof ApiError) && !signal.aborted) throw error;
    }
  });
  const isAffected = useEffectEvent(affects);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = new AbortController();
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(left.signal, schedule), PAUSE_MS);
    };
    const stopListening = pushedActivity.listen((activity) => {
      if (isAffected(activity)) schedule();
    });
    const stopWatching = missedUpdates.listen(schedule);
    const stopFollowing = changedTopic.listen((changed) => {
      if (changed === topic) schedule();
    });
    return () => {
      stopListening();
      stopWatching();
      stopFollowing();
      left.abort();
      clearTimeout(timer);
    };
  }, [topic]);
  return isRemoved;
}
