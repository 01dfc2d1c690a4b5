import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { shortcutList, type SavedShortcut } from '@portal/contract/shortcuts';
import { csvDocument } from '@portal/domain/csv';
import { SHORTCUT_COLUMNS } from '@portal/domain/list-import';
import { MAX_SHORTCUTS } from '@portal/domain/shortcuts';
import { useState, type ReactNode } from 'react';
import { saveFile } from '#lib/files/save-file.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ImportShortcutsDialog, ShortcutDialog } from './ShortcutDialogs.tsx';
import { useShortcutChanges } from './use-shortcut-changes.ts';

const COLUMNS: readonly Column<SavedShortcut, never>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'title',
    width: 200,
    card: 'title',
    render: ({ name }) => <b>.{name}</b>,
  },
  { id: 'text', header: 'Text', kind: 'text', render: ({ text }) => text },
];

const edit = (shortcut: SavedShortcut, onClose: () => void) => (
  <ShortcutDialog shortcut={shortcut} isPractice={shortcut.isPractice} onClose={onClose} />
);

interface ShortcutsTableProps {
  /** The shortcuts of the practice instead of the user's own. */
  readonly isPractice?: boolean;
  readonly intro: ReactNode;
}

/** Shortcuts with what can be done with them: the user's own, or those of the practice. */
export function ShortcutsTable({ isPractice = false, intro }: ShortcutsTableProps) {
  const query = useEndpointQuery(shortcutList, {});
  const asksDelete = useDeletion(isPractice);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {intro}
      </Typography>
      <RecordPart query={query} fallback="Failed to load text shortcuts">
        {({ shortcuts }) => {
          const rows = shortcuts.filter((shortcut) => shortcut.isPractice === isPractice);
          return (
            <>
              <Buttons rows={rows} isPractice={isPractice} />
              <Card>
                <Box sx={{ overflowX: 'auto', px: { xs: 1, sm: 0 }, pb: { xs: 1, sm: 0 } }}>
                  <PlainTable
                    label="Text shortcuts"
                    columns={COLUMNS}
                    rows={rows}
                    rowKey={({ id }) => id}
                    rowLabel={({ name }) => `.${name}`}
                    message={rows.length === 0 ? <EmptyState text="No text shortcuts yet" /> : null}
                    actions={[
                      {
                        label: 'Edit',
                        icon: <EditOutlined fontSize="small" />,
                        opens: edit,
                      },
                      { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: asksDelete },
                    ]}
                  />
                </Box>
              </Card>
            </>
          );
        }}
      </RecordPart>
    </>
  );
}

interface ButtonsProps {
  readonly rows: readonly SavedShortcut[];
  readonly isPractice: boolean;
}

function Buttons({ rows, isPractice }: ButtonsProps) {
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mb: 2 }}>
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        disabled={rows.length === 0}
        onClick={() => exportCsv(rows)}
      >
        Export CSV
      </Button>
      <Button variant="outlined" startIcon={<FileUploadOutlined />} onClick={() => setOpen('import')}>
        Import
      </Button>
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        aria-keyshortcuts="n"
        disabled={rows.length >= MAX_SHORTCUTS}
        onClick={() => setOpen('add')}
      >
        Add Text Shortcut
      </Button>
      {open === 'add' ? <ShortcutDialog shortcut={null} isPractice={isPractice} onClose={close} /> : null}
      {open === 'import' ? (
        <ImportShortcutsDialog
          existing={rows.map(({ name }) => name)}
          isPractice={isPractice}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}

function exportCsv(rows: readonly SavedShortcut[]): void {
  const { name: nameColumn, text: textColumn } = SHORTCUT_COLUMNS;
  const text = csvDocument([[nameColumn[0], textColumn[0]], ...rows.map((row) => [row.name, row.text])]);
  saveFile({ blob: new Blob([text], { type: 'text/csv' }), fileName: null }, 'text-shortcuts.csv');
}

function useDeletion(isPractice: boolean) {
  const { remove } = useShortcutChanges(isPractice);
  return ({ id, name }: SavedShortcut): Question => ({
    newsOf: id,
    title: 'Delete text shortcut?',
    text: `.${name} will be deleted. Texts that it was inserted in stay as they are.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [`.${name}`],
    errorFallback: 'Failed to delete the text shortcut',
    onConfirm: async () => {
      await remove.mutateAsync({ params: { id } });
      return 'Text shortcut deleted';
    },
  });
}
