import InfoOutlined from '@mui/icons-material/InfoOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import { Button, DialogActions, Stack } from '@mui/material';
import type { CodeFile } from '@portal/contract/code-files';
import { CODE_FILE_LABELS } from '@portal/domain/code-files/kinds';
import { formatFileSize } from '@portal/domain/file-size';
import { fullName } from '@portal/domain/person-name';
import type { Column, TableAction } from '#ui/DataTable.tsx';
import { DetailList } from '#ui/DetailList.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { editionText, fileLabel, STATUS_CHIPS } from './code-file-labels.ts';
import { FileFindings } from './FileFindings.tsx';
import { useFileDetails, useUndo } from './use-code-files.ts';

const TITLE = 'History';

const detailsOf = (file: CodeFile, onClose: () => void) => <DetailsDialog file={file} onClose={onClose} />;

interface FileHistoryProps {
  readonly files: readonly CodeFile[];
  /** What counts after a file is undone. */
  readonly afterUndo: (file: CodeFile) => string;
}

/** The files that were loaded, with who loaded them. */
export function FileHistory({ files, afterUndo }: FileHistoryProps) {
  const actions: readonly TableAction<CodeFile>[] = [
    {
      label: 'Details',
      icon: <InfoOutlined fontSize="small" />,
      opens: detailsOf,
    },
    {
      label: 'Undo',
      icon: <UndoIcon fontSize="small" />,
      isHidden: ({ status }) => status !== 'Loaded',
      asks: useUndo(afterUndo),
    },
  ];
  return (
    <Section title={TITLE}>
      <PlainTable
        label={TITLE}
        columns={COLUMNS}
        rows={files}
        rowKey={({ id }) => id}
        rowLabel={fileLabel}
        isDimmed={({ status }) => status === 'Undone'}
        actions={actions}
      />
    </Section>
  );
}

const uploaderOf = ({ uploadedBy, isByCommand }: CodeFile): string =>
  isByCommand ? 'Command' : uploadedBy === null ? '' : fullName(uploadedBy.firstName, uploadedBy.lastName);

const COLUMNS: readonly Column<CodeFile, never>[] = [
  {
    id: 'file',
    header: 'File',
    card: 'title',
    kind: 'file',
    render: ({ kind }) => CODE_FILE_LABELS[kind],
    caption: ({ fileName }) => fileName,
  },
  { id: 'edition', header: 'Edition', kind: 'name', width: 188, render: editionText },
  {
    id: 'rows',
    header: 'Rows',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    width: 100,
    fold: { order: 1, into: 'edition' },
    render: ({ rowCount }) => rowCount?.toLocaleString('en-US') ?? '',
  },
  {
    id: 'loaded',
    header: 'Loaded',
    kind: 'moment',
    isLabeled: true,
    fold: { order: 3, into: 'status' },
    render: ({ loadedAt }) => (loadedAt === null ? '' : <Moment at={loadedAt} />),
  },
  { id: 'by', header: 'By', fold: { order: 2, into: 'loaded' }, render: uploaderOf },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 184,
    render: ({ status }) => <StatusChip {...STATUS_CHIPS[status]} />,
  },
];

/** What a file is and what it changed when it was loaded. */
function DetailsDialog({ file, onClose }: { readonly file: CodeFile; readonly onClose: () => void }) {
  const query = useFileDetails(file);
  return (
    <FormDialog title={CODE_FILE_LABELS[file.kind]} size="md" onClose={onClose}>
      <Stack spacing={2}>
        <DetailList
          items={[
            { label: 'Recognized as', value: file.title, wide: true },
            { label: 'File', value: file.fileName, wide: true },
            { label: 'Edition', value: editionText(file) },
            { label: 'Rows', value: file.rowCount?.toLocaleString('en-US') },
            { label: 'Size', value: formatFileSize(file.byteSize) },
            { label: 'Uploaded', value: <Moment at={file.uploadedAt} /> },
            { label: 'By', value: uploaderOf(file) },
            ...(file.undoneAt === null ? [] : [{ label: 'Undone', value: <Moment at={file.undoneAt} /> }]),
          ]}
        />
        <RecordPart query={query} fallback="Failed to load what the check found" shape="lines">
          {(details) => <FileFindings details={details} />}
        </RecordPart>
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </FormDialog>
  );
}
