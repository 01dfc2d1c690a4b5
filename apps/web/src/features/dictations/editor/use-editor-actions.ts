import type { CheckFinding } from '@portal/contract/signing-checks';
import { maySign } from '@portal/domain/roles';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import type { EditorState, SaveAction } from '../save/editor-machine.ts';
import type { DictationSave } from '../save/use-dictation-save.ts';
import { KEYS, type Shortcut } from '../keyboard/use-shortcuts.ts';
import { useSignedToast } from '../order/use-order.ts';
import type { PendingPosition } from '../pending/use-pending-queue.ts';
import { newDictationPath } from '../session/new-dictation.ts';
import { INERT_MS, useShownFor } from '../signing/use-shown-for.ts';
import { providerChange } from './provider-change.ts';
import { useEditorPreview } from './use-editor-preview.ts';
import type { DictationForm } from './use-dictation-form.ts';

/** A button with its shortcut. */
export interface EditorButton extends Shortcut {
  /** The action is in progress. */
  readonly isBusy: boolean;
  /** The button does not respond yet. */
  readonly isInert?: boolean;
}

/** A question that must be answered before an action continues. */
export type EditorQuestion =
  | { readonly kind: 'returnToDraft' }
  | { readonly kind: 'discard' }
  /** Sign in spite of the findings? `path` is opened afterwards. */
  | { readonly kind: 'findings'; readonly path: string };

export type EditorActions = ReturnType<typeof useEditorActions>;

interface ActionParts {
  readonly form: DictationForm;
  readonly state: Pick<EditorState, 'dictation' | 'save'>;
  readonly save: DictationSave;
  readonly queue: PendingPosition | null;
  readonly findings: readonly CheckFinding[];
  readonly onCreated: ((id: string) => void) | undefined;
}

/** What the user can do with the dictation in the editor, depending on their role. */
export function useEditorActions({ form, state, save, queue, findings, onCreated }: ActionParts) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { search } = useLocation();
  const openPreview = useEditorPreview(form, state.dictation);
  const [question, ask] = useState<EditorQuestion | null>(null);
  const { details } = form;
  const { dictation } = state;
  const isProvider = maySign(user.roles);
  const signsThis = isProvider && details.providerId === user.id;
  const { goesBack } = providerChange(user, dictation, details.providerId);
  const finalAction: SaveAction = signsThis ? 'sign' : 'review';
  const isInert = !useShownFor(INERT_MS) && signsThis;
  const busyAction = state.save.phase === 'saving' ? state.save.action : null;

  const { savedAt, saveDraft, finish } = useSaving(save, { goesBack, finalAction, onCreated });
  const checkDraft = () => {
    if (!save.check(goesBack)) return;
    // The provider has already reviewed it.
    if (dictation?.status === 'Completed' && !goesBack) ask({ kind: 'returnToDraft' });
    else void saveDraft();
  };
  const checkFinish = (path: string) => {
    if (isInert || !save.check(true)) return;
    if (signsThis && findings.length > 0) ask({ kind: 'findings', path });
    else void finish(path);
  };
  const next = useNextPath(form, queue);
  const finishButton = (label: string, keys: string, path: string): EditorButton => ({
    label,
    keys,
    run: () => checkFinish(path),
    isBusy: busyAction === finalAction,
    isInert,
  });
  const preview = () => {
    if (save.check(true)) openPreview();
  };
  return {
    saveDraft: { label: 'Save Draft', keys: KEYS.draft, run: checkDraft, isBusy: busyAction === 'draft' },
    preview: { label: 'Print Preview', keys: KEYS.print, run: preview, isBusy: false },
    finish: finishButton(
      signsThis ? 'Submit & Sign' : 'Save for Physician Review',
      KEYS.finish,
      '/dictations',
    ),
    /** The same, then opens the next dictation; null when there is none. */
    finishNext:
      next === null
        ? null
        : finishButton(
            `${signsThis ? 'Sign' : 'Save'} & ${queue === null ? 'Next Patient' : 'Next Pending'}`,
            KEYS.finishNext,
            next,
          ),
    /** Why this provider cannot sign; null when no explanation is needed. */
    hint:
      isProvider && !signsThis && details.providerId !== ''
        ? 'Only the dictation’s provider can sign it. It will be saved for their review.'
        : null,
    isBusy: busyAction !== null,
    /** When a draft was last saved, in milliseconds since 1970. */
    savedAt,
    question,
    ask,
    /** Carries out the action that the question is about. */
    confirm: async (asked: EditorQuestion) => {
      if (asked.kind === 'returnToDraft') return saveDraft();
      if (asked.kind === 'findings') return finish(asked.path);
      await save.discard();
      void navigate(dictation === null ? '/dictations' : `/dictations/${dictation.id}${search}`);
    },
  };
}

/** What a save that succeeded says and does next. */
function useSaving(
  save: DictationSave,
  {
    goesBack,
    finalAction,
    onCreated,
  }: Pick<ActionParts, 'onCreated'> & { readonly goesBack: boolean; readonly finalAction: SaveAction },
) {
  const toast = useToast();
  const confirmSigned = useSignedToast();
  const goBack = useReturn();
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const saveWith = useReportedSave(save);

  const saveDraft = async () => {
    const { isDone, createdId } = await saveWith('draft');
    if (!isDone) return;
    if (goesBack) toast.success('Dictation saved for physician review');
    else setSavedAt(Date.now());
    if (createdId !== null) onCreated?.(createdId);
  };
  const finish = async (path: string) => {
    const { isDone, createdId } = await saveWith(finalAction);
    if (isDone) {
      const orderId = save.state.get().dictation?.orderId ?? null;
      await goBack(path);
      if (finalAction === 'sign') await confirmSigned('Dictation signed', { orderId });
      else toast.success('Dictation saved for physician review');
    } else if (createdId !== null) onCreated?.(createdId);
  };
  return { savedAt, saveDraft, finish };
}

/** Where the user continues after this dictation; null if there is nothing next. */
function useNextPath({ details, start }: DictationForm, queue: PendingPosition | null): string | null {
  const { can } = useAccess();
  const { search } = useLocation();
  if (queue !== null) return queue.nextId === null ? null : `/dictations/${queue.nextId}/edit${search}`;
  const { providerId, locationId, procedureDate } = details;
  return can('Dictation.Create')
    ? newDictationPath(start.target.templateId, { providerId, locationId, sessionDate: procedureDate })
    : null;
}

/** Saves. After the person has left, a message says that it failed. */
function useReportedSave(save: DictationSave): DictationSave['save'] {
  const toast = useToast();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return async (action) => {
    const result = await save.save(action);
    if (!result.isDone && !isOpen.current)
      toast.error(
        `The dictation was not ${action === 'sign' ? 'signed' : 'saved'}. What you entered is kept as a draft.`,
      );
    return result;
  };
}
