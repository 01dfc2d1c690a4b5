import Box from '@mui/material/Box';
import type { Document } from '@portal/contract/documents';
import { patientLabel } from '@portal/domain/person-name';
import { useParams } from 'react-router';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { DocumentFacts } from './DocumentFacts.tsx';
import { DocumentRecord } from './DocumentRecord.tsx';
import { DocumentViewer } from './DocumentViewer.tsx';
import { useDocumentFiles } from './use-document-files.ts';

/** /documents/:id: viewer, metadata and actions of a document. */
export function DocumentPage() {
  const { id = '' } = useParams();
  return (
    <DocumentRecord key={id} id={id} title="Document">
      {(document) => <Shown document={document} />}
    </DocumentRecord>
  );
}

function Shown({ document }: { readonly document: Document }) {
  const files = useDocumentFiles();
  const isDeleted = document.deletedAt !== null;
  return (
    <PageContent>
      <PageHeader
        title={document.fileName}
        subtitle={patientLabel(document.patient)}
        badge={isDeleted ? <StatusChip label="Deleted" color="error" /> : null}
        backTo="/documents"
        actions={<DocumentActions document={document} files={files} />}
      />
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
