import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import type { NoteStart } from './note-start.ts';

interface NoteLoaderProps {
  /** Tells one note from another. */
  readonly name: string;
  /** The heading until the note is there. */
  readonly title: string;
  readonly fallback: string;
  readonly missing: { readonly text: string; readonly to: string; readonly linkLabel: string };
  /** `draftId`: of the note that is opened again. */
  readonly load: (signal: AbortSignal, draftId: string | null) => Promise<NoteStart>;
  readonly children: (
    start: NoteStart,
    loaded: {
      readonly key: number;
      readonly isTakingOver: boolean;
      readonly onReload: (how: { readonly takeOver: boolean }) => void;
    },
  ) => ReactNode;
}

/** Reads everything that a note begins with, once: nothing exchanges it while it is written. */
export function NoteLoader({ name, title, fallback, missing, load, children }: NoteLoaderProps) {
  const [opening] = useState(() => ({ id: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 }));
  const [again, setAgain] = useState({ count: 0, takeOver: false, draftId: null as string | null });
  const query = useQuery<NoteStart, ApiError>({
    queryKey: ['Dictation editor', name, opening.id, again.count],
    queryFn: ({ signal }) => load(signal, again.draftId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const { data } = query;
  if (data === undefined)
    return (
      <PageContent>
        <PageHeader title={title} backTo="/dictations" />
        <RecordPart query={query} fallback={fallback} missing={missing}>
          {() => null}
        </RecordPart>
      </PageContent>
    );
  return children(data, {
    key: again.count,
    isTakingOver: again.takeOver,
    onReload: ({ takeOver }) => setAgain({ count: again.count + 1, takeOver, draftId: data.target.draftId }),
  });
}
