import { loadEdit } from '../start/load-editor.ts';
import { DictationEditor } from './DictationEditor.tsx';
import { EditorLoader } from '../start/EditorLoader.tsx';
import { MISSING_DICTATION } from '../dictation-labels.ts';
import { ViewDictation } from '../view/ViewDictation.tsx';

/** Edits a saved dictation. Shows a signed one read-only. */
export function EditDictation({ id }: { readonly id: string }) {
  return (
    <EditorLoader
      name={id}
      title="Edit Dictation"
      missing={MISSING_DICTATION}
      load={(signal) => loadEdit(id, signal)}
    >
      {(start, loaded) =>
        start.dictation?.status === 'Signed' ? (
          <ViewDictation id={id} />
        ) : (
          <DictationEditor start={start} {...loaded} />
        )
      }
    </EditorLoader>
  );
}
