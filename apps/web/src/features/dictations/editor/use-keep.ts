import { draftSave } from '@portal/contract/dictation-drafts';
import type { DraftContent } from '@portal/contract/dictation-drafts';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { forgetKept, keepWhenSessionEnds } from '#lib/session/kept-values.ts';
import { createDraftKeeper } from '../autosave/draft-keeper.ts';
import type { DraftKeeper, KeepState } from '../autosave/draft-keeper.ts';
import { openEditorChannel } from '../autosave/editor-channel.ts';
import type { EditorChannel } from '../autosave/editor-channel.ts';
import type { NoteStart } from './note-start.ts';

/** Name of a dictation for other tabs and for keeping its text when the session ends. */
export const noteName = (target: { readonly dictationId: string | null; readonly draftId: string }): string =>
  target.dictationId ?? target.draftId;
export const keptName = (name: string): string => `dictation ${name}`;

export interface Keep {
  readonly keeper: DraftKeeper;
  readonly state: KeepState;
  /** The user typed here since the dictation was opened. */
  readonly hasOwnText: boolean;
  /** Continues in this tab, saves its content, and notifies the other editor. */
  readonly takeOver: () => void;
}

interface KeepOptions {
  readonly start: NoteStart;
  /** The editor's content; a new object for each change. */
  readonly draft: DraftContent;
  /** ID of the saved dictation; null while there is none. */
  readonly dictationId: string | null;
  /** The user chose to continue in this editor. */
  readonly isTakingOver: boolean;
  /** Called on the first change. */
  readonly onFirstChange: () => void;
}

/** Autosaves the dictation in the editor and detects conflicts with other editors of the same dictation. */
export function useKeep({ start, draft, dictationId, isTakingOver, onFirstChange }: KeepOptions): Keep {
  const [editorId] = useState(randomUuid);
  const [keeper] = useState(() => {
    const created = createDraftKeeper({
      target: start.target,
      revision: start.revision,
      send: ({ draftId, ...body }, how) =>
        call(draftSave, { params: { id: draftId }, body: { ...body, editorId }, ...how }),
    });
    if (isTakingOver) created.takeOver(start.revision);
    return created;
  });
  const state = useSyncExternalStore(keeper.state.subscribe, keeper.state.get);
  const channel = useRef<EditorChannel | null>(null);

  const shown = useRef(draft);
  const notifyFirstChange = useEffectEvent(onFirstChange);
  const newest = useEffectEvent(() => draft);
  const [opened] = useState(draft);
  useEffect(() => {
    if (shown.current === draft) return;
    if (isSameContent(shown.current, draft)) return;
    const isFirst = keeper.state.get().phase === 'idle' && keeper.target().dictationId === null;
    shown.current = draft;
    keeper.change(draft);
    if (isFirst) notifyFirstChange();
  }, [draft, keeper]);

  useEffect(() => {
    const name = () => noteName(keeper.target());
    const line = openEditorChannel(editorId, ({ kind, note }) => {
      if (note !== name()) return;
      if (kind === 'open' && keeper.state.get().phase !== 'elsewhere') {
        // Save now, so the other editor can continue with this content.
        keeper.flush();
        line.post('here', note);
      } else if (kind !== 'open') keeper.yield();
    });
    channel.current = line;
    line.post(isTakingOver ? 'mine' : 'open', name());
    return () => line.close();
  }, [keeper, editorId, isTakingOver]);

  useEffect(() => {
    const leave = () => keeper.leave();
    const hide = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    const forget = keepWhenSessionEnds(keptName(noteName({ ...keeper.target(), dictationId })), () =>
      isUnkept(keeper.state.get()) ? newest() : null,
    );
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      forget();
    };
  }, [keeper, dictationId]);

  const mustSaveNow = start.restored?.isUnkept === true;
  useEffect(() => {
    keeper.start();
    if (mustSaveNow) {
      keeper.change(newest());
      forgetKept(keptName(noteName(keeper.target())));
    }
    return () => {
      // The user moved to another screen. The page stays open, so the requests can finish.
      keeper.leave();
      keeper.stop();
    };
  }, [keeper, mustSaveNow]);

  return {
    keeper,
    state,
    hasOwnText: state.phase === 'elsewhere' && !isSameContent(opened, draft),
    takeOver: () => {
      keeper.takeOver(keeper.revision());
      channel.current?.post('mine', noteName(keeper.target()));
      keeper.change(draft);
    },
  };
}

/** Whether the server is missing changes. */
export const isUnkept = ({ phase }: KeepState): boolean =>
  phase === 'waiting' || phase === 'failing' || phase === 'refused';

const isSameContent = (a: DraftContent, b: DraftContent): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
