import type { Dictation } from '@portal/contract/dictations';
import { printedReport } from '@portal/domain/dictation/print';
import { maySign } from '@portal/domain/roles';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { newNotePath } from './new-note.ts';
import { useEmptyPlacesQuestion } from './use-empty-places-question.tsx';
import type { useNoteActions, Doing } from './use-note-actions.ts';
import type { Note } from './use-note.ts';
import type { NoteKey } from './use-note-keys.ts';
import { KEYS } from './use-note-keys.ts';
import { providerChange } from './provider-change.ts';
import type { PendingWalk } from './use-pending-walk.ts';
import { usePrintPreview } from './use-print-preview.ts';
import { useShownFor } from './use-shown-for.ts';

/** Milliseconds a note is on screen before it can be signed: a press meant for the note before it must not sign this one. */
export const INERT_MS = 1000;

export interface NoteButton {
  readonly label: string;
  readonly keys: string;
  readonly run: () => void;
  /** It is at work. */
  readonly isBusy: boolean;
  /** It takes no press yet. */
  readonly isInert?: boolean;
}

export interface NoteButtons {
  readonly saveDraft: NoteButton;
  readonly preview: NoteButton;
  /** Submit & Sign, or Save for Physician Review. */
  readonly finish: NoteButton;
  /** The same, and on to the next. */
  readonly finishNext: NoteButton | null;
  /** Why a provider does not sign here; null where that says itself. */
  readonly hint: string | null;
  readonly isBusy: boolean;
  /** When a draft was saved last, in milliseconds since 1970. */
  readonly savedAt: number | null;
  readonly keys: readonly NoteKey[];
  readonly dialogs: ReactNode;
  readonly askDiscard: () => void;
}

interface ButtonParts {
  readonly note: Note;
  readonly actions: ReturnType<typeof useNoteActions>;
  readonly walk: PendingWalk | null;
  readonly onCreated: (id: string) => void;
  /** Puts the focus into a field of the form; false when it cannot be entered. */
  readonly focusField: (fieldId: string) => boolean;
}

/** The editor's buttons by role, and their keys. */
export function useNoteButtons({ note, actions, walk, onCreated, focusField }: ButtonParts): NoteButtons {
  const user = useCurrentUser();
  const { can } = useAccess();
  const navigate = useNavigate();
  const { search } = useLocation();
  const toast = useToast();
  const preview = useNotePreview(note, actions.stored);
  const [isAsking, setAsking] = useState<'draft' | 'discard' | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const { head, start } = note;
  const isProvider = maySign(user.roles);
  const signsThis = isProvider && head.providerId === user.id;
  const { goesBack } = providerChange(user, actions.stored, head.providerId);
  const doing: Doing = signsThis ? 'sign' : 'review';
  const isInert = !useShownFor(INERT_MS) && signsThis;
  const holes = useEmptyPlacesQuestion(note, signsThis, focusField);

  const leave = (path: string) => void navigate(path);
  const saveDraft = async () => {
    const isNew = actions.stored === null;
    const dictation = await actions.saveDraft();
    if (dictation === null) return;
    if (goesBack) toast.success('Dictation saved for physician review');
    else setSavedAt(Date.now());
    if (isNew) onCreated(dictation.id);
  };
  const askDraft = () => {
    if (!actions.check(goesBack)) return;
    // Its provider had read it already.
    if (actions.stored?.status === 'Completed' && !goesBack) setAsking('draft');
    else void saveDraft();
  };
  const nextPath = (): string | null => {
    if (walk !== null) return walk.nextId === null ? null : `/dictations/${walk.nextId}/edit${search}`;
    const { providerId, locationId, procedureDate } = head;
    return can('Dictation.Create')
      ? newNotePath(start.target.templateId, { providerId, locationId, sessionDate: procedureDate })
      : null;
  };
  const finish = (path: string) => {
    if (isInert) return;
    if (!actions.check(true)) return;
    if (!holes.ask(() => finishNow(path))) void finishNow(path);
  };
  const finishNow = async (path: string) => {
    const isNew = actions.stored === null;
    const dictation = await (signsThis ? actions.submitAndSign() : actions.saveForReview());
    if (dictation === null) {
      // Stored, though not signed yet: it has its address from now on.
      if (isNew && actions.storedNow() !== null) onCreated(actions.storedNow()?.id ?? '');
      return;
    }
    toast.success(signsThis ? 'Dictation signed' : 'Dictation saved for physician review');
    leave(path);
  };
  const next = nextPath();
  const words = signsThis ? 'Submit & Sign' : 'Save for Physician Review';
  const nextWords = walk === null ? 'Next Patient' : 'Next Pending';
  const isBusy = actions.doing !== null;
  const buttons = {
    saveDraft: { label: 'Save Draft', keys: KEYS.draft, run: askDraft, isBusy: actions.doing === 'draft' },
    preview: {
      label: 'Print Preview',
      keys: KEYS.print,
      run: () => {
        if (actions.check(true)) preview();
      },
      isBusy: false,
    },
    finish: {
      label: words,
      keys: KEYS.finish,
      run: () => finish('/dictations'),
      isBusy: actions.doing === doing,
      isInert,
    },
    finishNext:
      next === null
        ? null
        : {
            label: `${signsThis ? 'Sign' : 'Save'} & ${nextWords}`,
            keys: KEYS.finishNext,
            run: () => finish(next),
            isBusy: actions.doing === doing,
            isInert,
          },
  };
  const present = [buttons.saveDraft, buttons.finish, buttons.finishNext, buttons.preview];
  return {
    ...buttons,
    hint:
      isProvider && !signsThis && head.providerId !== ''
        ? 'Only its own provider signs a dictation. Theirs is saved for their review.'
        : null,
    isBusy,
    savedAt,
    keys: present.flatMap((button) =>
      button === null ? [] : [{ keys: button.keys, label: button.label, run: button.run }],
    ),
    askDiscard: () => setAsking('discard'),
    dialogs: (
      <>
        <ConfirmDialog
          open={isAsking === 'draft'}
          title="Make this a draft again?"
          text="This dictation is completed. As a draft it no longer waits for the signature until it is submitted again."
          confirmLabel="Save Draft"
          onConfirm={saveDraft}
          onClose={() => setAsking(null)}
        />
        <ConfirmDialog
          open={isAsking === 'discard'}
          title="Discard what was typed?"
          text={
            actions.stored === null
              ? 'The unfinished note is thrown away. This cannot be undone.'
              : 'Your changes are thrown away. The dictation stays as it was saved.'
          }
          confirmLabel="Discard"
          isDanger
          errorFallback="Failed to discard the note"
          onConfirm={async () => {
            await actions.discard();
            leave(actions.stored === null ? '/dictations' : `/dictations/${actions.stored.id}${search}`);
          }}
          onClose={() => setAsking(null)}
        />
        {holes.dialog}
      </>
    ),
  };
}

/** Opens the print preview of what stands in the editor. */
function useNotePreview(note: Note, stored: Dictation | null): () => void {
  const open = usePrintPreview();
  const { head, start, form, codes, patient, provider } = note;
  return () => {
    const { details } = patient;
    const isSame = stored !== null && stored.patientId === head.patientId;
    open({
      source: {
        templateName: start.templateName,
        patientName:
          details === null ? (stored?.patientName ?? '') : `${details.lastName}, ${details.firstName}`,
        patientMRN: details?.medicalRecordNumber ?? stored?.patientMRN ?? '',
        patientDOB: details?.dateOfBirth ?? (isSame ? stored.patientDOB : ''),
        patientGender: details?.gender ?? (isSame ? stored.patientGender : ''),
        procedureDate: head.procedureDate,
        procedureLocation: head.procedureLocation,
        providerName: provider?.name ?? stored?.providerName ?? '',
        status: stored?.status ?? 'Draft',
        billingCodes: codes.lines,
        billingOption: head.billingOption,
        complications: head.complications,
        signature: null,
        addendums: [],
      },
      report: printedReport(form.content, form.evaluation),
      locationId: head.locationId,
      providerTitle: provider?.title ?? null,
      writtenAt: stored?.createdAt ?? null,
    });
  };
}
