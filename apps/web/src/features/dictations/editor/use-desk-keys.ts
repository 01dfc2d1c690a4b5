import type { RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import { KEYS, useNoteKeys } from '../keyboard/use-note-keys.ts';
import type { NoteKey } from '../keyboard/use-note-keys.ts';
import type { PendingWalk } from '../pending/use-pending-walk.ts';

/** Parts of the editor that shortcuts and messages move the focus to. */
export interface DeskSpots {
  readonly patient: RefObject<HTMLInputElement | null>;
  readonly form: RefObject<TemplateFormHandle | null>;
  readonly codes: RefObject<HTMLInputElement | null>;
}

interface DeskKeyParts {
  /** Shortcuts of the buttons. */
  readonly keys: readonly NoteKey[];
  readonly spots: DeskSpots;
  readonly walk: PendingWalk | null;
  readonly onHelp: () => void;
}

/** Registers the editor's shortcuts and returns them for the help dialog. */
export function useDeskKeys({ keys: buttonKeys, spots, walk, onHelp }: DeskKeyParts): readonly NoteKey[] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const step = (to: string | null | undefined, keys: string, label: string): readonly NoteKey[] =>
    typeof to === 'string'
      ? [{ keys, label, run: () => void navigate(`/dictations/${to}/edit${search}`) }]
      : [];
  const { patient, form, codes } = spots;
  const keys: readonly NoteKey[] = [
    ...buttonKeys,
    { keys: KEYS.patient, label: 'Patient', run: () => patient.current?.focus() },
    {
      keys: KEYS.form,
      label: 'First template field',
      run: () => form.current?.focusFirst(),
    },
    {
      keys: KEYS.missing,
      label: 'First incomplete field',
      run: () => form.current?.focusFirstMissing(),
    },
    { keys: KEYS.codes, label: 'Billing codes', run: () => codes.current?.focus() },
    ...step(walk?.previousId, KEYS.previous, 'Previous pending'),
    ...step(walk?.nextId, KEYS.next, 'Next pending'),
    { keys: KEYS.help, label: 'Keyboard shortcuts', run: onHelp },
  ];
  useNoteKeys(keys);
  return keys;
}
