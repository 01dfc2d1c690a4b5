import { useState } from 'react';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { loadNew, newDictationAddress } from '../start/load-editor.ts';
import { DictationEditor } from './DictationEditor.tsx';
import { EditorLoader } from '../start/EditorLoader.tsx';

interface NewDictationProps {
  /** The query string of the URL. */
  readonly search: string;
  readonly onFirstChange: (draftId: string) => void;
  readonly onCreated: (id: string) => void;
}

/** A new dictation from a template, or one continued from a draft. */
export function NewDictation({ search, onFirstChange, onCreated }: NewDictationProps) {
  const user = useCurrentUser();
  // The URL changes while the dictation is being written.
  const [opened] = useState(search);
  const address = newDictationAddress(new URLSearchParams(opened));
  return (
    <EditorLoader
      name={`new ${opened}`}
      title="New Dictation"
      missing={{
        text: 'This template does not exist or is not active. Choose another one.',
        to: '/dictations/new',
        linkLabel: 'Choose a template',
      }}
      load={(signal, draftId) => loadNew(draftId === null ? address : { ...address, draftId }, user, signal)}
    >
      {(start, loaded) => (
        <DictationEditor start={start} {...loaded} onFirstChange={onFirstChange} onCreated={onCreated} />
      )}
    </EditorLoader>
  );
}
