import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import type { EditorStart } from './editor-start.ts';

interface EditorLoaderProps {
  /** Identifies the dictation in the query key. */
  readonly name: string;
  /** The heading while loading. */
  readonly title: string;
  readonly missing: { readonly text: string; readonly to: string; readonly linkLabel: string };
  /** `draftId` is set when the same dictation is loaded again. */
  readonly load: (signal: AbortSignal, draftId: string | null) => Promise<EditorStart>;
  readonly children: (
    start: EditorStart,
    loaded: {
      readonly isTakingOver: boolean;
      readonly onReload: (how: { readonly takeOver: boolean }) => void;
    },
  ) => ReactNode;
}

interface Opening {
  readonly count: number;
  readonly takeOver: boolean;
  readonly draftId: string | null;
}

/** Loads everything the editor starts with, once. The data is not refetched while the user is editing. */
export function EditorLoader({ name, title, missing, load, children }: EditorLoaderProps) {
  const [opening] = useState(randomId);
  const [again, setAgain] = useState<Opening>({ count: 0, takeOver: false, draftId: null });
  const query = useQuery<EditorStart, ApiError>({
    queryKey: ['Dictation editor', name, opening, again.count],
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
        <RecordPart query={query} fallback="Failed to load data" missing={missing} shape="form">
          {() => null}
        </RecordPart>
      </PageContent>
    );
  const parts = {
    isTakingOver: again.takeOver,
    onReload: ({ takeOver }: { readonly takeOver: boolean }) =>
      setAgain({ count: again.count + 1, takeOver, draftId: data.target.draftId }),
  };
  // Reloading creates a new editor.
  return <Fragment key={again.count}>{children(data, parts)}</Fragment>;
}
