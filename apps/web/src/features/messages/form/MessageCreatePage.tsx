import { Alert, Link } from '@mui/material';
import { messageCreate, messageGet } from '@portal/contract/messages';
import { patientGet } from '@portal/contract/patients';
import { useState } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { serverNow } from '#lib/server-clock.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { followUpInput, newMessage, type MessageValues } from './message-form.ts';
import { MessageForm } from './MessageForm.tsx';

/** /messages/new; `?patientId=` preselects the patient, `?followUpToId=` names the message it follows up on. */
export function MessageCreatePage() {
  const [params] = useSearchParams();
  const patientId = params.get('patientId') ?? '';
  const originalId = params.get('followUpToId') ?? '';
  const backTo =
    originalId === ''
      ? patientId === ''
        ? '/messages'
        : `/patients/${patientId}?tab=messages`
      : `/messages/${originalId}`;
  return (
    <PageContent width="form">
      <PageHeader title="New Phone Message" backTo={backTo} />
      {originalId !== '' ? (
        <FollowUp key={originalId} id={originalId} backTo={backTo} />
      ) : patientId !== '' ? (
        <OfPatient key={patientId} patientId={patientId} backTo={backTo} />
      ) : (
        <Blank backTo={backTo} />
      )}
    </PageContent>
  );
}

interface PartProps {
  readonly backTo: string;
}

function Blank({ backTo }: PartProps) {
  const [start] = useState(() => newMessage(serverNow()));
  return (
    <MessageForm isNew start={start} patient={null} cancelTo={backTo} onSave={useCreate(null, backTo)} />
  );
}

const NO_PATIENT = {
  text: 'Patient not found',
  to: '/messages/new',
  linkLabel: 'New message without a patient',
};

function OfPatient({ patientId, backTo }: PartProps & { readonly patientId: string }) {
  const query = useEndpointQuery(patientGet, { params: { id: patientId }, query: {} }, useFormQuery());
  const [start] = useState(() => ({ ...newMessage(serverNow()), patientId }));
  const create = useCreate(null, backTo);
  return (
    <RecordPart query={query} fallback="Failed to load patient details" missing={NO_PATIENT} shape="form">
      {(patient) => <MessageForm isNew start={start} patient={patient} cancelTo={backTo} onSave={create} />}
    </RecordPart>
  );
}

const NO_ORIGINAL = { text: 'Phone message not found', to: '/messages', linkLabel: 'Go to phone messages' };

function FollowUp({ id, backTo }: PartProps & { readonly id: string }) {
  const query = useEndpointQuery(messageGet, { params: { id } }, useFormQuery());
  const [now] = useState(() => serverNow());
  const create = useCreate(id, backTo);
  return (
    <RecordPart query={query} fallback="Failed to fetch message" missing={NO_ORIGINAL} shape="form">
      {(original) => (
        <>
          <Alert severity="info" sx={{ mb: 2 }}>
            This message follows up on{' '}
            <Link component={RouterLink} to={`/messages/${original.id}`}>
              {original.messageNumber}
            </Link>
            . The two messages will link to each other.
          </Alert>
          <MessageForm
            isNew
            start={followUpInput(original, now)}
            patient={original.patient}
            cancelTo={backTo}
            onSave={create}
          />
        </>
      )}
    </RecordPart>
  );
}

/** Creates a message, shows its number in a toast and goes back. */
function useCreate(followUpToId: string | null, backTo: string): (values: MessageValues) => Promise<void> {
  const create = useEndpointMutation(messageCreate, { alsoChanges: ['Dashboard'] });
  const navigate = useNavigate();
  const goBack = useReturn();
  const toast = useToast();
  return async ({ version: _version, ...fields }) => {
    const { id, messageNumber } = await create.mutateAsync({ body: { ...fields, followUpToId } });
    toast.success(`${messageNumber} was saved`, {
      label: 'Open message',
      onClick: () => void navigate(`/messages/${id}`),
    });
    await goBack(backTo);
  };
}
