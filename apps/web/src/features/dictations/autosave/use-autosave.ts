import { draftSave, type DraftContent } from '@portal/contract/dictation-drafts';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { removeRestored, saveWhenSessionEnds } from '#lib/session/restored-values.ts';
import { createDraftAutosave, type DraftAutosave } from './draft-autosave.ts';
import { openEditorChannel, type EditorChannel } from './editor-channel.ts';
import { unsentDraft, type DraftTarget, type EditorState } from './editor-machine.ts';

/** Name of a dictation for other tabs and for storing its text when the session ends. */
const nameOf = ({ dictationId, draftId }: Pick<DraftTarget, 'dictationId' | 'draftId'>): string =>
  dictationId ?? draftId;
/** Key of the text that was not autosaved when the session ended; `name` is the dictation's ID, or the draft's if it is new. */
export const unsentKey = (name: string): string => `dictation ${name}`;

/** The autosave of a mounted editor. */
export interface Autosave extends Pick<DraftAutosave, 'state' | 'dispatch' | 'settled'> {
  /** Whether the user changed something since the dictation was opened. */
  readonly hasChanges: () => boolean;
  /** Continues in this tab, saves its content, and notifies the other editor. */
  readonly takeOver: () => void;
}

interface AutosaveOptions {
  readonly start: Pick<EditorState, 'dictation' | 'target' | 'revision'> & {
    readonly restored: { readonly isUnsent: boolean } | null;
    readonly content: TemplateContent;
  };
  /** The editor's content; a new object for each change. */
  readonly draft: DraftContent;
  /** The user chose to continue in this editor. */
  readonly isTakingOver: boolean;
  /** Called on the first change of a new dictation. */
  readonly onFirstChange: () => void;
}

/** Autosaves the dictation in the editor and detects other editors of the same dictation. */
export function useAutosave({ start, draft, isTakingOver, onFirstChange }: AutosaveOptions): Autosave {
  const [editorId] = useState(randomUuid);
  const [autosave] = useState(() => {
    const { dictation, target, revision } = start;
    return createDraftAutosave(
      { dictation, target, revision, isTakingOver },
      ({ draftId, ...body }, how) =>
        call(draftSave, { params: { id: draftId }, body: { ...body, editorId }, ...how }),
      (path) => partName(start.content, path),
    );
  });
  const channel = useRef<EditorChannel | null>(null);
  const notifyFirstChange = useEffectEvent(onFirstChange);
  const newest = useEffectEvent(() => draft);
  const [opened] = useState(draft);

  const recorded = useRef(draft);
  useEffect(() => {
    if (isSameContent(recorded.current, draft)) return;
    recorded.current = draft;
    const { draft: before, target } = autosave.state.get();
    autosave.change(draft);
    if (before.phase === 'idle' && target.dictationId === null) notifyFirstChange();
  }, [draft, autosave]);

  useEffect(() => {
    const name = () => nameOf(autosave.state.get().target);
    const opening = openEditorChannel(editorId, ({ kind, note }) => {
      if (note !== name()) return;
      if (kind !== 'open') autosave.dispatch({ type: 'editedElsewhere' });
      else if (autosave.state.get().draft.phase !== 'conflict') {
        // Save now, so the other editor can continue with this content.
        autosave.flush();
        opening.post('here', note);
      }
    });
    channel.current = opening;
    opening.post(isTakingOver ? 'mine' : 'open', name());
    return () => opening.close();
  }, [autosave, editorId, isTakingOver]);

  const key = useEditorState(autosave, ({ target }) => unsentKey(nameOf(target)));
  useEffect(() => saveWhenSessionEnds(key, () => unsentDraft(autosave.state.get())), [autosave, key]);

  const mustSaveNow = start.restored?.isUnsent === true;
  useEffect(() => {
    autosave.start();
    if (mustSaveNow) {
      autosave.change(newest());
      removeRestored(unsentKey(nameOf(autosave.state.get().target)));
    }
    return () => {
      // The user moved to another screen. The page stays open, so the requests can finish.
      autosave.leave();
      autosave.stop();
    };
  }, [autosave, mustSaveNow]);

  return {
    ...autosave,
    hasChanges: () => !isSameContent(opened, draft),
    takeOver: () => {
      autosave.dispatch({ type: 'tookOver' });
      channel.current?.post('mine', nameOf(autosave.state.get().target));
      autosave.change(draft);
    },
  };
}

/** A part of the editor's state. `select` must return the same object while the part is unchanged. */
export function useEditorState<T>({ state }: Pick<Autosave, 'state'>, select: (state: EditorState) => T): T {
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
  const label = fieldsOf(content).find((field) => field.id === id)?.label;
  return label ?? PART_NAMES[id] ?? 'This dictation';
}

const isSameContent = (a: DraftContent, b: DraftContent): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
