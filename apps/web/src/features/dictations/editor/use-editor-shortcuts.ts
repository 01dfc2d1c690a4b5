import { useLocation, useNavigate } from 'react-router';
import { KEYS, useShortcuts, type Shortcut } from '../keyboard/use-shortcuts.ts';
import { pendingShortcuts, type PendingPosition } from '../pending/use-pending-queue.ts';
import type { EditorActions } from './use-editor-actions.ts';
import type { EditorFocus } from './use-editor-focus.ts';

interface ShortcutParts {
  readonly actions: EditorActions;
  readonly focus: EditorFocus;
  readonly queue: PendingPosition | null;
  readonly onHelp: () => void;
}

/** Registers the editor's shortcuts and returns them for the help dialog. */
export function useEditorShortcuts({ actions, focus, queue, onHelp }: ShortcutParts): readonly Shortcut[] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { saveDraft, finish, finishNext, preview } = actions;
  const { patient, form, codes } = focus;
  const shortcuts: readonly Shortcut[] = [
    saveDraft,
    finish,
    ...(finishNext === null ? [] : [finishNext]),
    preview,
    { keys: KEYS.patient, label: 'Patient', run: () => patient.current?.focus() },
    { keys: KEYS.form, label: 'First template field', run: () => form.current?.focusFirst() },
    { keys: KEYS.missing, label: 'First incomplete field', run: () => form.current?.focusFirstMissing() },
    { keys: KEYS.codes, label: 'Billing codes', run: () => codes.current?.focus() },
    ...pendingShortcuts(queue, (id) => void navigate(`/dictations/${id}/edit${search}`)),
    { keys: KEYS.help, label: 'Keyboard shortcuts', run: onHelp },
  ];
  useShortcuts(shortcuts);
  return shortcuts;
}
