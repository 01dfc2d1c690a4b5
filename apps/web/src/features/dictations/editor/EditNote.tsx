import { loadEdit } from './load-note.ts';
import { NoteDesk } from './NoteDesk.tsx';
import { NoteLoader } from './NoteLoader.tsx';
import { MISSING_DICTATION } from '../dictation-labels.ts';
import { ViewNote } from '../view/ViewNote.tsx';

/** Edits a saved dictation. Shows a signed one read-only. */
export function EditNote({ id }: { readonly id: string }) {
  return (
    <NoteLoader
      name={id}
      title="Edit Dictation"
      fallback="Failed to load data"
      missing={MISSING_DICTATION}
      load={(signal) => loadEdit(id, signal)}
    >
      {(start, loaded) =>
        start.dictation?.status === 'Signed' ? (
          <ViewNote id={id} />
        ) : (
          <NoteDesk start={start} {...loaded} onFirstChange={stay} onCreated={stay} />
        )
      }
    </NoteLoader>
  );
}

/** A saved dictation already has its URL. */
const stay = () => undefined;
