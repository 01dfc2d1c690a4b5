import { Box } from '@mui/material';
import type { PhoneMessageRecord } from '@portal/contract/messages';
import { isFinal } from '@portal/domain/message-status';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { CompletedNotice } from './CompletedNotice.tsx';
import { MessageRecord } from './MessageRecord.tsx';
import { MessageSummary } from './MessageSummary.tsx';

interface MessageFormPageProps {
  readonly title: string;
  readonly children: (message: PhoneMessageRecord) => ReactNode;
}

/** A form below a message’s summary, unless the message is completed. */
export function MessageFormPage({ title, children }: MessageFormPageProps) {
  const { id = '' } = useParams();
  return (
    <MessageRecord key={id} id={id} title={title} isForm>
      {(message) => (
        <PageContent width="form">
          <PageHeader title={title} subtitle={message.messageNumber} backTo={`/messages/${id}`} />
          {isFinal(message.status) ? (
            <CompletedNotice message={message} />
          ) : (
            <>
              <EditedRecordNews id={id} />
              <MessageSummary message={message} />
              <Box sx={{ mt: 2 }}>{children(message)}</Box>
            </>
          )}
        </PageContent>
      )}
    </MessageRecord>
  );
}
