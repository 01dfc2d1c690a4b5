import { Link, Stack } from '@mui/material';
import type { Document } from '@portal/contract/documents';
import { FILE_KINDS } from '@portal/domain/document';
import { formatFileSize } from '@portal/domain/file-size';
import { fullName, patientLabel } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { DetailList } from '#ui/DetailList.tsx';
import { Moment } from '#ui/Moment.tsx';
import { TYPE_LABELS } from './document-labels.ts';
import { SecurityMark } from './viewer/SecurityMark.tsx';

/** Metadata of a document. */
export function DocumentFacts({ document }: { readonly document: Document }) {
  const { patient, uploadedByUser, note } = document;
  return (
    <DetailList
      items={[
        {
          label: 'Patient',
          value: (
            <Link component={RouterLink} to={`/patients/${patient.id}`}>
              {patientLabel(patient)}
            </Link>
          ),
        },
        { label: 'Type', value: TYPE_LABELS[document.type] },
        { label: 'Category', value: document.category },
        { label: 'File Type', value: FILE_KINDS[document.fileType].label },
        { label: 'Size', value: formatFileSize(document.fileSizeBytes) },
        { label: 'Uploaded By', value: fullName(uploadedByUser.firstName, uploadedByUser.lastName) },
        { label: 'Upload Date', value: <Moment at={document.createdAt} /> },
        {
          label: 'Security',
          value: (
            <Stack component="span" direction="row" spacing={0.75} sx={{ alignItems: 'center' }}>
              <SecurityMark isEncrypted={document.isEncrypted} />
              <span aria-hidden>{document.isEncrypted ? 'Encrypted' : 'Not encrypted'}</span>
            </Stack>
          ),
        },
        {
          label: 'Note',
          wide: true,
          value: note === null ? null : <span style={{ whiteSpace: 'pre-wrap' }}>{note}</span>,
        },
      ]}
    />
  );
}
