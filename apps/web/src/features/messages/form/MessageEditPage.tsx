import { messageUpdate, type PhoneMessageRecord } from '@portal/contract/messages';
import { isFinal } from '@portal/domain/message-status';
import { useParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReturn } from '#ui/places.ts';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { CompletedNotice } from '../CompletedNotice.tsx';
import { messageInput } from './message-form.ts';
import { MessageForm } from './MessageForm.tsx';
import { MessageRecord } from '../MessageRecord.tsx';

/** /messages/:id/edit: edits a message that is not completed. */
export function MessageEditPage() {
  const { id = '' } = useParams();
  return (
    <MessageRecord key={id} id={id} title="Edit Phone Message" isForm>
      {(message) => (
        <PageContent width="form">
          <PageHeader
            title="Edit Phone Message"
            subtitle={message.messageNumber}
            backTo={`/messages/${id}`}
          />
          {isFinal(message.status) ? null : <RecordEditors entityType="PhoneMessage" id={id} isForm />}
          {isFinal(message.status) ? null : <EditedRecordNews id={id} />}
          {isFinal(message.status) ? <CompletedNotice message={message} /> : <EditForm message={message} />}
        </PageContent>
      )}
    </MessageRecord>
  );
}

function EditForm({ message }: { readonly message: PhoneMessageRecord }) {
  const { id, messageNumber } = message;
  const update = useEndpointMutation(messageUpdate, { alsoChanges: ['Dashboard'] });
  const goBack = useReturn();
  const toast = useToast();
  return (
    <MessageForm
      isNew={false}
      start={messageInput(message)}
      patient={message.patient}
      cancelTo={`/messages/${id}`}
      onSave={async ({ assignedToUserId: _assignee, ...body }) => {
        await update.mutateAsync({ params: { id }, body });
        toast.success(`${messageNumber} was saved`);
        await goBack(`/messages/${id}`);
      }}
    />
  );
}
