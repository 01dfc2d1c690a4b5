import type { RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import { KEYS, useNoteKeys } from './use-note-keys.ts';
import type { NoteKey } from './use-note-keys.ts';
import type { PendingWalk } from './use-pending-walk.ts';

/** The places of the editor that keys and messages lead to. */
export interface DeskSpots {
  readonly patient: RefObject<HTMLInputElement | null>;
  readonly form: RefObject<TemplateFormHandle | null>;
  readonly codes: RefObject<HTMLInputElement | null>;
}

interface DeskKeyParts {
  /** Those of the buttons. */
  readonly keys: readonly NoteKey[];
  readonly spots: DeskSpots;
  readonly walk: PendingWalk | null;
  readonly onHelp: () => void;
}

/** Listens for the editor's keys; returns them for the help. */
export function useDeskKeys({ keys: ofButtons, spots, walk, onHelp }: DeskKeyParts): readonly NoteKey[] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const step = (to: string | null | undefined, keys: string, label: string): readonly NoteKey[] =>
    typeof to === 'string'
      ? [{ keys, label, run: () => void navigate(`/dictations/${to}/edit${search}`) }]
      : [];
  const { patient, form, codes } = spots;
  const keys: readonly NoteKey[] = [
    ...ofButtons,
    { keys: KEYS.patient, label: 'Patient', run: () => patient.current?.focus() },
    {
      keys: KEYS.form,
      label: 'First field of the template',
      run: () => form.current?.focusFirst(),
    },
    {
      keys: KEYS.missing,
      label: 'First field that still needs something',
      run: () => form.current?.focusFirstMissing(),
    },
    { keys: KEYS.codes, label: 'Billing codes', run: () => codes.current?.focus() },
    ...step(walk?.previousId, KEYS.previous, 'Previous pending'),
    ...step(walk?.nextId, KEYS.next, 'Next pending'),
    { keys: KEYS.help, label: 'This help', run: onHelp },
  ];
  useNoteKeys(keys);
  return keys;
}
