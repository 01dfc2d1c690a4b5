import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import StickyNote2OutlinedIcon from '@mui/icons-material/StickyNote2Outlined';
import UndoIcon from '@mui/icons-material/Undo';
import { patientImportUndo, type PatientImport } from '@portal/contract/patient-imports';
import { fullName } from '@portal/domain/person-name';
import { useAccess } from '#lib/session/use-session.ts';
import type { Column, RowAction } from '#ui/DataTable.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { hasRowsToFix, STATUS_CHIPS } from './import-labels.ts';
import { useImportActions } from './use-imports.ts';

interface EarlierImportsProps {
  readonly imports: readonly PatientImport[];
  readonly onUndo: (undone: PatientImport) => void;
}

/** The imports that have ended. */
export function EarlierImports({ imports, onUndo }: EarlierImportsProps) {
  const { download, downloadNotes } = useImportActions();
  const mayUndo = useAccess().passes(patientImportUndo.guard);
  const actions: readonly RowAction<PatientImport>[] = [
    {
      label: 'Download rows to fix',
      icon: <FileDownloadOutlinedIcon fontSize="small" />,
      isHidden: (each) => !hasRowsToFix(each),
      onClick: ({ id }) => download.mutate({ params: { id } }),
    },
    {
      label: 'Download rows with notes',
      icon: <StickyNote2OutlinedIcon fontSize="small" />,
      isHidden: ({ hasNotes }) => !hasNotes,
      onClick: ({ id }) => downloadNotes.mutate({ params: { id } }),
    },
    {
      label: 'Undo',
      icon: <UndoIcon fontSize="small" />,
      isHidden: ({ status }) => !mayUndo || status !== 'Finished',
      onClick: onUndo,
    },
  ];
  return (
    <Section title="Earlier imports">
      <PlainTable
        label="Earlier imports"
        columns={COLUMNS}
        rows={imports}
        rowKey={({ id }) => id}
        rowLabel={({ fileName }) => fileName}
        actions={actions}
      />
    </Section>
  );
}

const count = (value: number | null) => value?.toLocaleString('en-US') ?? 'Not shown';
const COLUMNS: readonly Column<PatientImport, never>[] = [
  {
    id: 'file',
    header: 'File',
    card: 'title',
    render: ({ fileName }) => fileName,
  },
  { id: 'started', header: 'Started', kind: 'moment', render: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    id: 'by',
    header: 'By',
    fold: { order: 1, into: 'started' },
    render: ({ startedBy, isByCommand }) =>
      isByCommand ? 'Command' : startedBy === null ? '' : fullName(startedBy.firstName, startedBy.lastName),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 132,
    render: ({ status }) => <StatusChip {...STATUS_CHIPS[status]} />,
  },
  {
    id: 'imported',
    header: 'Imported',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    render: ({ imported }) => count(imported),
  },
  {
    id: 'updated',
    header: 'Updated',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    render: ({ updated }) => count(updated),
  },
  {
    id: 'failed',
    header: 'With errors',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    render: ({ failed }) => count(failed),
  },
  {
    id: 'duplicates',
    header: 'Duplicates',
    kind: 'count',
    isLabeled: true,
    fold: { order: 1, into: 'status' },
    align: 'right',
    render: ({ duplicates }) => count(duplicates),
  },
  {
    id: 'skipped',
    header: 'Skipped',
    kind: 'count',
    isLabeled: true,
    fold: { order: 1, into: 'file' },
    align: 'right',
    render: ({ skipped }) => count(skipped),
  },
];
