import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  readonly isSaving: () => boolean;
  /** Custom title and text, if it is not about form changes. */
  readonly title?: string;
  readonly text?: string;
}

/** Asks before leaving with unsaved changes, inside the app and when the tab closes. */
export function UnsavedGuard({
  isDirty,
  isSaving,
  title = 'Leave without saving?',
  text = 'Your changes on this page will be lost.',
}: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaving() && currentLocation.pathname !== nextLocation.pathname,
  );
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={title}
      text={text}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      // Nothing that was saved is lost.
      records={[]}
      onConfirm={async () => {
        isLeaving.current = true;
      }}
      onClose={() => {
        if (isLeaving.current) blocker.proceed?.();
        else blocker.reset?.();
        isLeaving.current = false;
      }}
    />
  );
}
