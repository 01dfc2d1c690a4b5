import { dictationPending } from '@portal/contract/dictations';
import { maySign } from '@portal/domain/roles';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { KEYS, type Shortcut } from '../keyboard/use-shortcuts.ts';

/** Position of a dictation in the user's pending review queue. */
export interface PendingPosition {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly previousId: string | null;
  readonly nextId: string | null;
}

/** The dictation's position in the user's pending review queue, oldest first; null when it is not pending. */
export function usePendingQueue(id: string | null): PendingPosition | null {
  const user = useCurrentUser();
  const { data } = useEndpointQuery(
    dictationPending,
    { query: { providerId: user.id } },
    { enabled: id !== null && maySign(user.roles) },
  );
  return useMemo(() => {
    const at = data?.findIndex((row) => row.id === id) ?? -1;
    if (data === undefined || at === -1) return null;
    return {
      place: at + 1,
      count: data.length,
      previousId: data[at - 1]?.id ?? null,
      nextId: data[at + 1]?.id ?? null,
    };
  }, [data, id]);
}

/** Shortcuts to the previous and next pending dictation. */
export function pendingShortcuts(
  queue: PendingPosition | null,
  open: (id: string) => void,
): readonly Shortcut[] {
  const step = (id: string | null, keys: string, label: string): readonly Shortcut[] =>
    id === null ? [] : [{ keys, label, run: () => open(id) }];
  return queue === null
    ? []
    : [
        ...step(queue.previousId, KEYS.previous, 'Previous pending'),
        ...step(queue.nextId, KEYS.next, 'Next pending'),
      ];
}
