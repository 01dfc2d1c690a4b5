import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import ImageOutlinedIcon from '@mui/icons-material/ImageOutlined';
import PictureAsPdfOutlinedIcon from '@mui/icons-material/PictureAsPdfOutlined';
import type { DocumentRow, DocumentSortKey } from '@portal/contract/documents';
import { FILE_KINDS, type FileType } from '@portal/domain/document';
import { formatFileSize } from '@portal/domain/file-size';
import { lastFirst, personName } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { Moment } from '#ui/Moment.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { TYPE_LABELS } from './document-labels.ts';
import { SecurityMark } from './viewer/SecurityMark.tsx';

type DocumentColumn = Column<DocumentRow, DocumentSortKey>;

const PATIENT: DocumentColumn = {
  id: 'patient',
  header: 'Patient',
  render: ({ patient }) => (
    <>
      <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
      <DeceasedChip patient={patient} />
    </>
  ),
  caption: ({ patient }) => `MRN ${patient.medicalRecordNumber}`,
};

/** Decorative icon for a file type. */
function FileIcon({ fileType }: { readonly fileType: FileType }) {
  if (fileType === 'pdf') return <PictureAsPdfOutlinedIcon color="error" fontSize="small" aria-hidden />;
  if (FILE_KINDS[fileType].contentType.startsWith('image/'))
    return <ImageOutlinedIcon color="info" fontSize="small" aria-hidden />;
  return <DescriptionOutlinedIcon color="action" fontSize="small" aria-hidden />;
}

export const DOCUMENT_COLUMNS: readonly DocumentColumn[] = [
  {
    id: 'fileName',
    header: 'File Name',
    kind: 'file',
    sortKey: 'fileName',
    render: ({ id, fileName, fileType }) => (
      <div className="list-icon-text">
        <FileIcon fileType={fileType} />
        <ListLink to={`/documents/${id}`}>{fileName}</ListLink>
      </div>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    kind: 'word',
    width: 140,
    fold: { order: 3, into: 'fileName' },
    render: ({ type }) => TYPE_LABELS[type],
  },
  {
    id: 'category',
    header: 'Category',
    kind: 'word',
    fold: { order: 1, into: 'type' },
    render: ({ category }) => category,
  },
  PATIENT,
  {
    id: 'size',
    header: 'Size',
    kind: 'count',
    width: 88,
    sortKey: 'size',
    align: 'right',
    fold: { order: 2, into: 'fileName' },
    render: ({ fileSizeBytes }) => formatFileSize(fileSizeBytes),
  },
  {
    id: 'uploadedBy',
    header: 'Uploaded By',
    // Names of files need the room more.
    width: 168,
    fold: { order: 1, into: 'createdAt' },
    render: ({ uploadedByUser }) => personName(uploadedByUser),
  },
  {
    id: 'createdAt',
    header: 'Upload Date',
    kind: 'moment',
    sortKey: 'createdAt',
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'security',
    header: 'Security',
    kind: 'word',
    width: 80,
    fold: { order: 2, into: 'fileName' },
    card: 'none',
    render: ({ isEncrypted }) => <SecurityMark isEncrypted={isEncrypted} />,
  },
];

/** The columns on the patient page, without the patient. */
export const PATIENT_DOCUMENT_COLUMNS = DOCUMENT_COLUMNS.filter((column) => column !== PATIENT);
