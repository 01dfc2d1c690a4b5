import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '#ui/ToastProvider.tsx';
import { useWatchMyMessages } from './use-my-messages.ts';

/**
 * Tells whoever is signed in, wherever they are, that a message was assigned to them: one toast for each assignment that comes
 * after the first answer; what was there before is in the list.
 */
export function MessageWatch() {
  const mine = useWatchMyMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (mine === undefined) return;
    const last = mine.lastAssigned;
    const before = newest.current;
    // ISO instants sort as texts. Once it is completed, the last one may be an older one.
    newest.current = [before ?? '', last?.at ?? ''].toSorted().at(-1) ?? '';
    if (before === null || last === null || last.at <= before) return;
    toast.info(`${last.messageNumber} was assigned to you`, {
      label: 'Open message',
      onClick: () => void navigate(`/messages/${last.id}`),
    });
  }, [mine, toast, navigate]);
  return null;
}
