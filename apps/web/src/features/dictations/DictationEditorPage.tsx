import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ChooseTemplate } from './session/ChooseTemplate.tsx';
import { EditDictation } from './editor/EditDictation.tsx';
import { newDictationAddress } from './start/load-editor.ts';
import { NewDictation } from './editor/NewDictation.tsx';
import { ViewDictation } from './view/ViewDictation.tsx';

/**
 * `/dictations/new`, `/dictations/:id`, and `/dictations/:id/edit`. One component serves all three, so the first save of a new
 * dictation can replace the URL while the user keeps typing.
 */
export function DictationEditorPage() {
  const { id } = useParams();
  const location = useLocation();
  const navigate = useNavigate();
  const editorKey = editorKeyOf(location.state) ?? location.key;
  const [created, setCreated] = useState<{ readonly id: string; readonly editorKey: string } | null>(null);
  const replace = (path: string) =>
    void navigate(path, { replace: true, preventScrollReset: true, state: { editorKey } });

  const address = newDictationAddress(new URLSearchParams(location.search));
  if (id === undefined && address.templateId === '')
    return <ChooseTemplate patientId={address.patientId} orderId={address.orderId} />;
  const isNew = id === undefined || (created?.id === id && created.editorKey === editorKey);
  if (isNew) {
    return (
      <NewDictation
        key={editorKey}
        search={location.search}
        onFirstChange={(draftId) => {
          const query = new URLSearchParams(location.search);
          query.set('draft', draftId);
          replace(`/dictations/new?${query.toString()}`);
        }}
        onCreated={(createdId) => {
          setCreated({ id: createdId, editorKey });
          const query = new URLSearchParams(location.search);
          query.delete('draft');
          replace(`/dictations/${createdId}?${query.toString()}`);
        }}
      />
    );
  }
  // The page was reloaded while editing, after the first save: stay in the editor.
  const isWriting = location.pathname.endsWith('/edit') || editorKeyOf(location.state) !== null;
  return isWriting ? <EditDictation key={id} id={id} /> : <ViewDictation key={id} id={id} />;
}

/** Key of the editing session that a history entry belongs to, or null. */
function editorKeyOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('editorKey' in state)) return null;
  return typeof state.editorKey === 'string' ? state.editorKey : null;
}
