import { draftSave } from '@portal/contract/dictation-drafts';
import type { DraftContent } from '@portal/contract/dictation-drafts';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { forgetKept, keepWhenSessionEnds } from '#lib/session/kept-values.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import type { DraftKeeper, KeepState } from './draft-keeper.ts';
import { openEditorChannel } from './editor-channel.ts';
import type { EditorChannel } from './editor-channel.ts';
import type { NoteStart } from './note-start.ts';

/** Under which name a note is known to other tabs, and kept when the session ends under it. */
export const noteName = (target: { readonly dictationId: string | null; readonly draftId: string }): string =>
  target.dictationId ?? target.draftId;
export const keptName = (name: string): string => `dictation ${name}`;

export interface Keep {
  readonly keeper: DraftKeeper;
  readonly state: KeepState;
  /** Something was typed here since the note was opened. */
  readonly hasOwnText: boolean;
  /** This tab goes on, and what it holds is kept; the other one is told. */
  readonly takeOver: () => void;
}

interface KeepOptions {
  readonly start: NoteStart;
  /** Everything that is typed; a new object with each change. */
  readonly draft: DraftContent;
  /** Of the stored dictation; null while there is none. */
  readonly dictationId: string | null;
  /** The user said to go on here. */
  readonly isTakingOver: boolean;
  /** Called with the first change. */
  readonly onFirstChange: () => void;
}

/** Keeps what is typed on the server, and tells when another tab writes the same note. */
export function useKeep({ start, draft, dictationId, isTakingOver, onFirstChange }: KeepOptions): Keep {
  const [editorId] = useState(randomUuid);
  const [keeper] = useState(() => {
    const made = createDraftKeeper({
      target: start.target,
      revision: start.revision,
      send: ({ draftId, ...body }, how) =>
        call(draftSave, { params: { id: draftId }, body: { ...body, editorId }, ...how }),
    });
    if (isTakingOver) made.takeOver(start.revision);
    return made;
  });
  const state = useSyncExternalStore(keeper.state.subscribe, keeper.state.get);
  const channel = useRef<EditorChannel | null>(null);

  const shown = useRef(draft);
  const tellFirst = useEffectEvent(onFirstChange);
  const newest = useEffectEvent(() => draft);
  const [opened] = useState(draft);
  useEffect(() => {
    if (shown.current === draft) return;
    if (isSameContent(shown.current, draft)) return;
    const isFirst = keeper.state.get().phase === 'idle' && keeper.target().dictationId === null;
    shown.current = draft;
    keeper.change(draft);
    if (isFirst) tellFirst();
  }, [draft, keeper]);

  useEffect(() => {
    const name = () => noteName(keeper.target());
    const line = openEditorChannel(editorId, ({ kind, note }) => {
      if (note !== name()) return;
      if (kind === 'open' && keeper.state.get().phase !== 'elsewhere') {
        // The other one may go on with what is typed here.
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

  const mustKeep = start.restored?.isUnkept === true;
  useEffect(() => {
    keeper.start();
    if (mustKeep) {
      keeper.change(newest());
      forgetKept(keptName(noteName(keeper.target())));
    }
    return () => {
      // Another screen of the portal: the page lives on, and so does what is under way.
      keeper.leave();
      keeper.stop();
    };
  }, [keeper, mustKeep]);

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

/** Something was typed that the server does not have yet. */
export const isUnkept = ({ phase }: KeepState): boolean =>
  phase === 'waiting' || phase === 'failing' || phase === 'refused';

const isSameContent = (a: DraftContent, b: DraftContent): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
