import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { forgetOpenedDraft } from '#lib/drafts/open-draft.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { historyIndex } from '../history-index.ts';
import { DraftQuestion } from './DraftQuestion.tsx';
import { followAddress, isSaveOver, leaveQuestion, leftDrafts, losesInput } from './leave-guard.ts';

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
    forgetOpenedDraft();
    // After two quick steps back, the router has undone only one of them.
    const now = historyIndex();
    if (home.current !== null && now !== null && now !== home.current) window.history.go(home.current - now);
  };
  const leave = async () => {
    isLeaving.current = true;
  };
  const close = () => {
    // The form shows why the save failed.
    if (isLeaving.current && !isSaveOver()) blocker.proceed?.();
    else stay();
    isLeaving.current = false;
  };
  const isOpen = blocker.state === 'blocked';
  const drafts = leftDrafts();
  if (drafts !== null) return <DraftQuestion open={isOpen} drafts={drafts} onLeave={leave} onClose={close} />;
  return (
    <ConfirmDialog
      open={isOpen}
      {...leaveQuestion()}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      // Nothing that was saved is lost.
      records={[]}
      onConfirm={leave}
      onClose={close}
    />
  );
}
