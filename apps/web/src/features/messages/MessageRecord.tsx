import { messageGet, type PhoneMessageRecord } from '@portal/contract/messages';
import type { ReactNode } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { WAITING_HEADER } from '#ui/Waiting.tsx';

interface MessageRecordProps {
  readonly id: string;
  /** The page title until the message is loaded. */
  readonly title: string;
  /** Shown instead of the title while the message loads, if a list has it. */
  readonly header?: ReactNode;
  /** Disables refetching while a form is open. */
  readonly isForm?: boolean;
  readonly children: (message: PhoneMessageRecord) => ReactNode;
}

const MISSING = { text: 'Phone message not found', to: '/messages', linkLabel: 'Go to phone messages' };

/** Loads a message and renders its page; shows placeholders while loading and an error if it fails. */
export function MessageRecord({ id, title, header = null, isForm = false, children }: MessageRecordProps) {
  const formQuery = useFormQuery();
  const query = useEndpointQuery(messageGet, { params: { id } }, isForm ? formQuery : {});
  if (query.data !== undefined) return children(query.data);
  return (
    <PageContent>
      {header !== null && query.error === null ? (
        header
      ) : (
        <PageHeader
          title={title}
          backTo="/messages"
          {...(query.error === null && !isForm && WAITING_HEADER)}
        />
      )}
      <RecordPart
        query={query}
        fallback="Failed to fetch message"
        missing={MISSING}
        shape={isForm ? 'form' : 'record'}
      >
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
