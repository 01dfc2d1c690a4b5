import { useEffect, useEffectEvent } from 'react';
import { guardPart, type UnsavedPart } from './leave-guard.ts';
import { isKeptForReload } from '#lib/session/restored-values.ts';

type UnsavedGuardProps = Pick<UnsavedPart, 'isDirty' | 'isSaving'> &
  Partial<Pick<UnsavedPart, 'staysAt' | 'title' | 'text' | 'draft'>>;

/** Asks before leaving with unsaved changes or during a save, inside the app (`LeaveQuestion`) and when the tab closes. */
export function UnsavedGuard({
  isDirty,
  isSaving,
  staysAt,
  title = 'Leave without saving?',
  text = 'Your changes on this page will be lost.',
  draft,
}: UnsavedGuardProps) {
  const isBusy = useEffectEvent(() => isSaving());
  const stays = useEffectEvent<NonNullable<UnsavedPart['staysAt']>>((next) => staysAt?.(next) === true);
  useEffect(
    () =>
      guardPart({ isDirty, isSaving: () => isBusy(), staysAt: (next) => stays(next), title, text, draft }),
    [isDirty, title, text, draft],
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isKeptForReload()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return null;
}
