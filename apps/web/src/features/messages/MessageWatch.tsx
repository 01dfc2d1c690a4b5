import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '#ui/ToastProvider.tsx';
import { useWatchMyMessages } from './use-my-messages.ts';

/**
 * Shows a toast on any page when a message is assigned to the current user. Assignments from before the first response
 * are not announced.
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
    // ISO timestamps sort as strings. After a completion, the latest assignment may be an older one.
    newest.current = [before ?? '', last?.at ?? ''].toSorted().at(-1) ?? '';
    if (before === null || last === null || last.at <= before) return;
    toast.info(`${last.messageNumber} was assigned to you`, {
      label: 'Open message',
      onClick: () => void navigate(`/messages/${last.id}`),
    });
  }, [mine, toast, navigate]);
  return null;
}
