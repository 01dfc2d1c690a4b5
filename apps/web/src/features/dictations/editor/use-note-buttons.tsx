import type { Dictation } from '@portal/contract/dictations';
import { printedReport } from '@portal/domain/dictation/print';
import { maySign } from '@portal/domain/roles';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { newNotePath } from '../session/new-note.ts';
import { useEmptyPlacesQuestion } from './use-empty-places-question.tsx';
import type { useNoteActions, Doing } from './use-note-actions.ts';
import type { Note } from './use-note.ts';
import type { NoteKey } from '../keyboard/use-note-keys.ts';
import { KEYS } from '../keyboard/use-note-keys.ts';
import { providerChange } from './provider-change.ts';
import type { PendingWalk } from '../pending/use-pending-walk.ts';
import { usePrintPreview } from '../print/use-print-preview.ts';
import { useShownFor } from './use-shown-for.ts';

/** Milliseconds before a newly opened dictation can be signed, so a click meant for the previous one does not sign it. */
export const INERT_MS = 1000;

export interface NoteButton {
  readonly label: string;
  readonly keys: string;
  readonly run: () => void;
  /** The action is in progress. */
  readonly isBusy: boolean;
  /** The button does not respond yet. */
  readonly isInert?: boolean;
}

export interface NoteButtons {
  readonly saveDraft: NoteButton;
  readonly preview: NoteButton;
  /** Submit & Sign, or Save for Physician Review. */
  readonly finish: NoteButton;
  /** The same, then opens the next dictation; null when there is none. */
  readonly finishNext: NoteButton | null;
  /** Why this provider cannot sign; null when no explanation is needed. */
  readonly hint: string | null;
  readonly isBusy: boolean;
  /** When a draft was last saved, in milliseconds since 1970. */
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
  /** Focuses a field of the form; returns false when the field cannot be edited. */
  readonly focusField: (fieldId: string) => boolean;
}

/** The editor's buttons for the user's role, with their keyboard shortcuts. */
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
  const emptyPlaces = useEmptyPlacesQuestion(note, signsThis, focusField);

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
    // The provider has already reviewed it.
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
    if (!emptyPlaces.ask(() => finishNow(path))) void finishNow(path);
  };
  const finishNow = async (path: string) => {
    const isNew = actions.stored === null;
    const dictation = await (signsThis ? actions.submitAndSign() : actions.saveForReview());
    if (dictation === null) {
      // Saved but not signed: the dictation has its own URL now.
      if (isNew && actions.storedNow() !== null) onCreated(actions.storedNow()?.id ?? '');
      return;
    }
    toast.success(signsThis ? 'Dictation signed' : 'Dictation saved for physician review');
    leave(path);
  };
  const next = nextPath();
  const finishLabel = signsThis ? 'Submit & Sign' : 'Save for Physician Review';
  const nextLabel = walk === null ? 'Next Patient' : 'Next Pending';
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
      label: finishLabel,
      keys: KEYS.finish,
      run: () => finish('/dictations'),
      isBusy: actions.doing === doing,
      isInert,
    },
    finishNext:
      next === null
        ? null
        : {
            label: `${signsThis ? 'Sign' : 'Save'} & ${nextLabel}`,
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
        ? 'Only the dictation’s provider can sign it. It will be saved for their review.'
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
          title="Return to draft?"
          text="This dictation is completed. A draft leaves pending review until it is submitted again."
          confirmLabel="Save Draft"
          onConfirm={saveDraft}
          onClose={() => setAsking(null)}
        />
        <ConfirmDialog
          open={isAsking === 'discard'}
          title="Discard unsaved changes?"
          text={
            actions.stored === null
              ? 'The unfinished dictation will be discarded. This cannot be undone.'
              : 'Your changes will be discarded. The saved dictation is not affected.'
          }
          confirmLabel="Discard"
          isDanger
          errorFallback="Failed to discard changes"
          onConfirm={async () => {
            await actions.discard();
            leave(actions.stored === null ? '/dictations' : `/dictations/${actions.stored.id}${search}`);
          }}
          onClose={() => setAsking(null)}
        />
        {emptyPlaces.dialog}
      </>
    ),
  };
}

/** Opens the print preview of the editor's current content. */
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
