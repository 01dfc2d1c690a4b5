import { documentGet, type Document } from '@portal/contract/documents';
import type { ReactNode } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { WAITING_HEADER } from '#ui/Waiting.tsx';

interface DocumentRecordProps {
  readonly id: string;
  /** The page title until the document is loaded. */
  readonly title: string;
  /** Shown instead of the title while the document loads, if a list has it. */
  readonly header?: ReactNode;
  readonly children: (document: Document) => ReactNode;
}

const MISSING = { text: 'Document not found', to: '/documents', linkLabel: 'Go to documents' };

/** Loads a document and renders its page; shows placeholders while loading and an error if it fails. */
export function DocumentRecord({ id, title, header = null, children }: DocumentRecordProps) {
  const input = { params: { id } };
  const query = useEndpointQuery(documentGet, input);
  useLiveRefresh(documentGet, input, ({ entityId }) => entityId === id);
  if (query.data !== undefined) return children(query.data);
  return (
    <PageContent>
      {header !== null && query.error === null ? (
        header
      ) : (
        <PageHeader title={title} backTo="/documents" {...(query.error === null && WAITING_HEADER)} />
      )}
      <RecordPart query={query} fallback="Failed to fetch document" missing={MISSING} shape="file">
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
