import { Box } from '@mui/material';
import { documentList, type Document, type DocumentRow } from '@portal/contract/documents';
import { patientLabel } from '@portal/domain/person-name';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useListedRow } from '#lib/query/visits.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentFacts } from './DocumentFacts.tsx';
import { DocumentRecord } from './DocumentRecord.tsx';
import { DocumentViewer, useContentAhead } from './viewer/DocumentViewer.tsx';
import { useDocumentFiles } from './use-document-files.ts';

/** /documents/:id: viewer, metadata and actions of a document. */
export function DocumentPage() {
  const { id = '' } = useParams();
  const listed = useListedRow(documentList, id);
  useContentAhead(id, listed);
  return (
    <DocumentRecord
      key={id}
      id={id}
      title="Document"
      header={listed === undefined ? null : <DocumentHeader document={listed} />}
    >
      {(document) => <Shown document={document} />}
    </DocumentRecord>
  );
}

function Shown({ document }: { readonly document: Document }) {
  const files = useDocumentFiles();
  const isDeleted = document.deletedAt !== null;
  return (
    <PageContent>
      <DocumentHeader document={document} actions={<DocumentActions document={document} files={files} />} />
      {isDeleted ? <DeletedNotice document={document} /> : null}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        {isDeleted ? null : (
          <Section title="Content">
            <DocumentViewer document={document} onDownload={() => files.download(document)} />
          </Section>
        )}
        <Box>
          <Section title="Details">
            <DocumentFacts document={document} />
          </Section>
        </Box>
      </Box>
    </PageContent>
  );
}

function DocumentHeader({
  document,
  actions,
}: {
  readonly document: DocumentRow;
  readonly actions?: ReactNode;
}) {
  return (
    <PageHeader
      title={document.fileName}
      subtitle={patientLabel(document.patient)}
      badge={document.deletedAt === null ? null : <StatusChip label="Deleted" color="error" />}
      backTo="/documents"
      keepsActionsInReach
      actions={actions}
    />
  );
}
