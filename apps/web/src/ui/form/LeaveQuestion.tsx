import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { historyIndex } from '../history-index.ts';
import { followAddress, isSaveOver, leaveQuestion, losesInput } from './leave-guard.ts';

/** Asks before a navigation that loses input. Mounted once, around all pages. */
export function LeaveQuestion() {
  const blocker = useBlocker(losesInput);
  const location = useLocation();
  const isLeaving = useRef(false);
  const home = useRef<number | null>(null);
  useEffect(() => {
    home.current = historyIndex();
    return followAddress(`${location.pathname}${location.search}`);
  }, [location]);
  const stay = () => {
    blocker.reset?.();
    // After two quick steps back, the router has undone only one of them.
    const now = historyIndex();
    if (home.current !== null && now !== null && now !== home.current) window.history.go(home.current - now);
  };
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      {...leaveQuestion()}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      // Nothing that was saved is lost.
      records={[]}
      onConfirm={async () => {
        isLeaving.current = true;
      }}
      onClose={() => {
        // The form shows why the save failed.
        if (isLeaving.current && !isSaveOver()) blocker.proceed?.();
        else stay();
        isLeaving.current = false;
      }}
    />
  );
}
