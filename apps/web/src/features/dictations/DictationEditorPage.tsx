import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ChooseTemplate } from './ChooseTemplate.tsx';
import { EditNote } from './EditNote.tsx';
import { newNoteAddress } from './load-note.ts';
import { NewNote } from './NewNote.tsx';
import { ViewNote } from './ViewNote.tsx';

/**
 * /dictations/new, /dictations/:id and /dictations/:id/edit: one component, so that the first save of a new note can replace the address while the writer types on.
 */
export function DictationEditorPage() {
  const { id } = useParams();
  const location = useLocation();
  const navigate = useNavigate();
  const noteKey = noteKeyOf(location.state) ?? location.key;
  const [made, setMade] = useState<{ readonly id: string; readonly noteKey: string } | null>(null);
  const replace = (path: string) =>
    void navigate(path, { replace: true, preventScrollReset: true, state: { noteKey } });

  const address = newNoteAddress(new URLSearchParams(location.search));
  if (id === undefined && address.templateId === '') return <ChooseTemplate patientId={address.patientId} />;
  const isNew = id === undefined || (made?.id === id && made.noteKey === noteKey);
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
          setMade({ id: createdId, noteKey });
          const query = new URLSearchParams(location.search);
          query.delete('draft');
          replace(`/dictations/${createdId}?${query.toString()}`);
        }}
      />
    );
  }
  // Reloaded in the middle of writing, after the first save: the writer is still writing.
  const isWriting = location.pathname.endsWith('/edit') || noteKeyOf(location.state) !== null;
  return isWriting ? <EditNote key={id} id={id} /> : <ViewNote key={id} id={id} />;
}

/** Which note a history entry belongs to; null for one that nothing was written from. */
function noteKeyOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('noteKey' in state)) return null;
  return typeof state.noteKey === 'string' ? state.noteKey : null;
}
