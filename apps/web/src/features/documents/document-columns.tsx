import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DocumentRow, DocumentSortKey } from '@portal/contract/documents';
import { formatDateTimeUs } from '@portal/domain/date';
import { formatFileSize } from '@portal/domain/file-size';
import { lastFirst, personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import type { Column } from '#ui/DataTable.tsx';
import { TYPE_LABELS } from './document-labels.ts';
import { FileIcon } from './FileIcon.tsx';
import { SecurityMark } from './SecurityMark.tsx';

type DocumentColumn = Column<DocumentRow, DocumentSortKey>;

const PATIENT: DocumentColumn = {
  id: 'patient',
  header: 'Patient',
  render: ({ patient }) => (
    <>
      <Link component={RouterLink} to={`/patients/${patient.id}`} color="textPrimary">
        {lastFirst(patient)}
      </Link>
      <Typography variant="caption" color="textSecondary" component="div">
        MRN {patient.medicalRecordNumber}
      </Typography>
    </>
  ),
};

/** The columns of the document list. */
export const DOCUMENT_COLUMNS: readonly DocumentColumn[] = [
  {
    id: 'fileName',
    header: 'File Name',
    sortKey: 'fileName',
    render: ({ id, fileName, fileType }) => (
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <FileIcon fileType={fileType} />
        <Link
          component={RouterLink}
          to={`/documents/${id}`}
          color="textPrimary"
          sx={{ overflowWrap: 'anywhere', minWidth: { sm: 140 } }}
        >
          {fileName}
        </Link>
      </Stack>
    ),
  },
  { id: 'type', header: 'Type', render: ({ type }) => TYPE_LABELS[type] },
  { id: 'category', header: 'Category', hideBelow: 'lg', render: ({ category }) => category },
  PATIENT,
  {
    id: 'size',
    header: 'Size',
    sortKey: 'size',
    align: 'right',
    render: ({ fileSizeBytes }) => <NoWrap>{formatFileSize(fileSizeBytes)}</NoWrap>,
  },
  {
    id: 'uploadedBy',
    header: 'Uploaded By',
    hideBelow: 'lg',
    render: ({ uploadedByUser }) => personName(uploadedByUser),
  },
  {
    id: 'createdAt',
    header: 'Upload Date',
    sortKey: 'createdAt',
    render: ({ createdAt }) => <NoWrap>{formatDateTimeUs(createdAt)}</NoWrap>,
  },
  {
    id: 'security',
    header: 'Security',
    render: ({ isEncrypted }) => <SecurityMark isEncrypted={isEncrypted} />,
  },
];

/** The columns on the patient page, without the patient. */
export const PATIENT_DOCUMENT_COLUMNS = DOCUMENT_COLUMNS.filter((column) => column !== PATIENT);

function NoWrap({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  );
}
