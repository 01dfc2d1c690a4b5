import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ChooseTemplate } from './session/ChooseTemplate.tsx';
import { EditNote } from './editor/EditNote.tsx';
import { newNoteAddress } from './editor/load-note.ts';
import { NewNote } from './editor/NewNote.tsx';
import { ViewNote } from './view/ViewNote.tsx';

/**
 * `/dictations/new`, `/dictations/:id`, and `/dictations/:id/edit`. One component serves all three, so the first save of a new
 * dictation can replace the URL while the user keeps typing.
 */
export function DictationEditorPage() {
  const { id } = useParams();
  const location = useLocation();
  const navigate = useNavigate();
  const noteKey = noteKeyOf(location.state) ?? location.key;
  const [created, setCreated] = useState<{ readonly id: string; readonly noteKey: string } | null>(null);
  const replace = (path: string) =>
    void navigate(path, { replace: true, preventScrollReset: true, state: { noteKey } });

  const address = newNoteAddress(new URLSearchParams(location.search));
  if (id === undefined && address.templateId === '') return <ChooseTemplate patientId={address.patientId} />;
  const isNew = id === undefined || (created?.id === id && created.noteKey === noteKey);
  if (isNew) {
    return (
      <NewNote
        key={noteKey}
        search={location.search}
        onFirstChange={(draftId) => {
          const query = new URLSearchParams(location.search);
          query.set('draft', draftId);
          replace(`/dictations/new?${query.toString()}`);
        }}
        onCreated={(createdId) => {
          setCreated({ id: createdId, noteKey });
          const query = new URLSearchParams(location.search);
          query.delete('draft');
          replace(`/dictations/${createdId}?${query.toString()}`);
        }}
      />
    );
  }
  // The page was reloaded while editing, after the first save: stay in the editor.
  const isWriting = location.pathname.endsWith('/edit') || noteKeyOf(location.state) !== null;
  return isWriting ? <EditNote key={id} id={id} /> : <ViewNote key={id} id={id} />;
}

/** Key of the editing session that a history entry belongs to, or null. */
function noteKeyOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('noteKey' in state)) return null;
  return typeof state.noteKey === 'string' ? state.noteKey : null;
}
