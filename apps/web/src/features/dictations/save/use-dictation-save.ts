import { draftDelete, draftSave, type DraftContent } from '@portal/contract/dictation-drafts';
import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  type Dictation,
} from '@portal/contract/dictations';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { isSameValue } from '@portal/domain/template/value';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { endpointKey, invalidateAreas } from '#lib/query/endpoint-query.ts';
import { removeRestored, saveWhenSessionEnds } from '#lib/session/restored-values.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { DictationForm } from '../editor/use-dictation-form.ts';
import type { EditorStart } from '../start/editor-start.ts';
import { openEditorChannel, type EditorChannel } from './editor-channel.ts';
import {
  hasSaved,
  mayHaveDraft,
  type DraftTarget,
  type EditorProblem,
  type EditorState,
  type SaveAction,
  type SaveBody,
  type SaveStep,
} from './editor-machine.ts';
import { createEditorStore, unsentDraft, type EditorStore } from './editor-store.ts';

const STATUSES = { draft: 'Draft', review: 'Saved', sign: 'Completed' } as const;
const AREAS = ['Dictations', 'Dictation drafts', 'Dictation groups', 'Dashboard', 'Patients'];

/** Name of a dictation for other tabs and for storing its text when the session ends. */
const nameOf = ({ dictationId, draftId }: Pick<DraftTarget, 'dictationId' | 'draftId'>): string =>
  dictationId ?? draftId;
/** Key of the text that was not autosaved when the session ended; `name` is the dictation's ID, or the draft's if it is new. */
export const unsentKey = (name: string): string => `dictation ${name}`;

interface Opening {
  /** The user chose to continue in this editor. */
  readonly isTakingOver: boolean;
  /** Called on the first change of a new dictation. */
  readonly onFirstChange: () => void;
}

export type DictationSave = ReturnType<typeof useDictationSave>;

/** Autosaves, saves, signs and discards the dictation in the editor, and detects other editors of the same dictation. */
export function useDictationSave(form: DictationForm, opening: Opening) {
  const client = useQueryClient();
  const [editorId] = useState(randomUuid);
  const store = useStore(form, editorId, opening.isTakingOver);
  const { state, dispatch } = store;
  const { draft } = form;
  const [opened] = useState(draft);
  useAutosave(store, form, opening.onFirstChange);
  const channel = useEditorChannel(store, editorId, opening.isTakingOver);
  const show = (problem: EditorProblem) => dispatch({ type: 'problemFound', problem });

  return {
    state,
    show,
    /** Validates the dictation and shows what is missing; returns true when it is valid. */
    check: (mustBeComplete: boolean): boolean => {
      const problem = form.problem(mustBeComplete);
      if (problem !== null) show(problem);
      return problem === null;
    },
    /** `createdId`: the new dictation, which may be saved although signing it failed. */
    save: async (action: SaveAction) => {
      const { dictation: before, save } = state.get();
      if (save.phase === 'saving') return { isDone: false, createdId: null };
      const body = { ...form.body(), status: STATUSES[action] };
      const isDone = await store.save(action, body);
      const { dictation } = state.get();
      if (dictation === null || dictation === before) return { isDone, createdId: null };
      if (hasSaved(state.get(), body)) takeReplaced(form, body, dictation);
      client.setQueryData(endpointKey(dictationGet, { params: { id: dictation.id } }), dictation);
      void invalidateAreas(client, ...AREAS);
      return { isDone, createdId: before === null ? dictation.id : null };
    },
    /** After a conflict: the next save overwrites their version. */
    keepMine: () => dispatch({ type: 'keptMine' }),
    /** Whether the user changed something since the dictation was opened. */
    hasChanges: () => !isSameContent(opened, draft),
    /** Continues in this tab, saves its content, and notifies the other editor. */
    takeOver: () => {
      dispatch({ type: 'tookOver' });
      channel.current?.post('mine', nameOf(state.get().target));
      store.change(draft);
    },
    /** Removes the draft. Rejects with `ApiError` when the server still has it. */
    discard: async () => {
      const couldHaveDraft = mayHaveDraft(state.get());
      dispatch({ type: 'discarded' });
      await store.settled();
      if (!couldHaveDraft) return;
      try {
        await call(draftDelete, { params: { id: state.get().target.draftId } });
      } catch (error) {
        // Another tab already discarded it.
        if (!(error instanceof ApiError) || error.status !== 404) {
          dispatch({ type: 'discardFailed' });
          throw error;
        }
      }
      void invalidateAreas(client, 'Dictation drafts');
    },
  };
}

function useStore({ start }: DictationForm, editorId: string, isTakingOver: boolean): EditorStore {
  const { id: userId } = useCurrentUser();
  const [store] = useState(() => {
    const { dictation, target, revision, createKey, restored, content } = start;
    return createEditorStore(
      { dictation, target, revision, createKey, isTakingOver, isContinued: restored !== null },
      {
        sendDraft: ({ draftId, ...body }, how) =>
          call(draftSave, { params: { id: draftId }, body: { ...body, editorId }, ...how }),
        perform: (step) => perform(step, start),
        userId,
        nameOfPath: (path) => partName(content, path),
      },
    );
  });
  return store;
}

function perform(step: SaveStep, { target, order }: EditorStart): Promise<Dictation> {
  const { templateId, templateVersion } = target;
  if (step.kind === 'sign')
    return call(dictationSign, { params: { id: step.id }, body: { version: step.version } });
  const { body, draftId } = step.request;
  return step.kind === 'create'
    ? call(dictationCreate, {
        body: {
          ...body,
          templateId,
          templateVersion,
          draftId,
          // Another patient's note does not belong to the order.
          ...(order?.patientId === body.patientId && { orderId: order.id }),
        },
        idempotencyKey: step.key,
      })
    : call(dictationUpdate, { params: { id: step.id }, body: { ...body, draftId, version: step.version } });
}

/** Records changes of the content, and keeps what is unsent when the screen or the session ends. */
function useAutosave(store: EditorStore, { draft, start }: DictationForm, onFirstChange: () => void): void {
  const notifyFirstChange = useEffectEvent(onFirstChange);
  const newest = useEffectEvent(() => draft);
  const recorded = useRef(draft);
  useEffect(() => {
    if (isSameContent(recorded.current, draft)) return;
    recorded.current = draft;
    const { draft: before, target } = store.state.get();
    store.change(draft);
    if (before.phase === 'idle' && target.dictationId === null) notifyFirstChange();
  }, [draft, store]);

  const key = useEditorState(store, ({ target }) => unsentKey(nameOf(target)));
  useEffect(() => saveWhenSessionEnds(key, () => unsentDraft(store.state.get())), [store, key]);

  const mustSaveNow = start.restored?.isUnsent === true;
  useEffect(() => {
    store.start();
    if (mustSaveNow) {
      store.change(newest());
      removeRestored(unsentKey(nameOf(store.state.get().target)));
    }
    return () => {
      // The user moved to another screen. The page stays open, so the requests can finish.
      store.leave();
      store.stop();
    };
  }, [store, mustSaveNow]);
}

/** The channel to other editors of the dictation in this browser. */
function useEditorChannel(store: EditorStore, editorId: string, isTakingOver: boolean) {
  const channel = useRef<EditorChannel | null>(null);
  useEffect(() => {
    const name = () => nameOf(store.state.get().target);
    const opening = openEditorChannel(editorId, ({ kind, note }) => {
      if (note !== name()) return;
      if (kind !== 'open') store.dispatch({ type: 'editedElsewhere' });
      else if (store.state.get().draft.phase !== 'conflict') {
        // Save now, so the other editor can continue with this content.
        store.flush();
        opening.post('here', note);
      }
    });
    channel.current = opening;
    opening.post(isTakingOver ? 'mine' : 'open', name());
    return () => opening.close();
  }, [store, editorId, isTakingOver]);
  return channel;
}

/** Shows entered values that the server replaced, such as those of the former patient. */
function takeReplaced({ form }: DictationForm, { formData: sent = {} }: SaveBody, saved: Dictation): void {
  for (const id of Object.keys(form.entered)) {
    const value = saved.formData[id];
    if (value !== undefined && !isSameValue(value, sent[id])) form.setValue(id, value);
  }
}

/** A part of the editor's state. `select` must return the same object while the part is unchanged. */
export function useEditorState<T>(
  { state }: Pick<EditorStore, 'state'>,
  select: (state: EditorState) => T,
): T {
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}

const PART_NAMES: Readonly<Record<string, string>> = {
  complications: 'Complications',
  procedureDate: 'Procedure Date',
  procedureLocation: 'Procedure Location',
};

/** The label of a field of the template, or the name of another part, from its path in an autosave: `content.formData.note`. */
function partName(content: TemplateContent, path: string): string {
  const id = path.replace(/^content\.(?:formData\.)?/, '');
  // The path of a cell goes on with its row and column.
  const label = fieldsOf(content).find((field) => field.id === id.split('.')[0])?.label;
  return label ?? PART_NAMES[id] ?? 'This dictation';
}

const isSameContent = (a: DraftContent, b: DraftContent): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
