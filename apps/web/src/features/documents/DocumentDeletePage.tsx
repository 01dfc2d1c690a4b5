import { Alert } from '@mui/material';
import { documentDelete, documentDeleteBody, type Document } from '@portal/contract/documents';
import { RESTORE_DAYS } from '@portal/domain/document';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { DocumentFacts } from './DocumentFacts.tsx';
import { DocumentRecord } from './DocumentRecord.tsx';

/** /documents/:id/delete: confirms the deletion and asks for a reason. */
export function DocumentDeletePage() {
  const { id = '' } = useParams();
  return (
    <DocumentRecord key={id} id={id} title="Delete Document">
      {(document) => <Shown document={document} />}
    </DocumentRecord>
  );
}

function Shown({ document }: { readonly document: Document }) {
  // The form stays when somebody else deletes the document, with what was typed.
  const [hadForm] = useState(document.deletedAt === null);
  return (
    <PageContent width="form">
      <PageHeader title="Delete Document" subtitle={document.fileName} backTo={`/documents/${document.id}`} />
      {hadForm || document.deletedAt === null ? (
        <DeleteForm document={document} />
      ) : (
        <DeletedNotice document={document} />
      )}
    </PageContent>
  );
}

function DeleteForm({ document: { id, fileName }, document }: { readonly document: Document }) {
  const remove = useEndpointMutation(documentDelete, { alsoChanges: ['Dashboard'] });
  const navigate = useNavigate();
  const goBack = useReturn();
  const toast = useToast();
  const form = useAppForm(documentDeleteBody, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      await remove.mutateAsync({ params: { id }, body });
      toast.success(`${fileName} was deleted`, {
        label: 'Open',
        onClick: () => void navigate(`/documents/${id}`),
      });
      await goBack('/documents');
    },
    errorFallback: 'Failed to delete document',
  });
  return (
    <Form form={form}>
      <EditedRecordNews id={id} sx={{}} />
      <Section title="This document will be deleted">
        <DocumentFacts document={document} />
      </Section>
      <Alert severity="info">
        The document is removed from all lists immediately. For {RESTORE_DAYS} days, users who can delete
        documents can restore it under Documents, “Show deleted”. After that it is permanently deleted.
      </Alert>
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        required
        rows={2}
        helperText="10 to 500 characters; recorded in the audit log"
      />
      <FormActions cancelTo={`/documents/${id}`} submitLabel="Delete Document" isDanger />
    </Form>
  );
}
