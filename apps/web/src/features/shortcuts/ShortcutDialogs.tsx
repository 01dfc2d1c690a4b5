import { checkShortcutRows, shortcutRecord, type SavedShortcut } from '@portal/contract/shortcuts';
import { REQUIRED_SHORTCUT_COLUMNS, SHORTCUT_COLUMNS } from '@portal/domain/list-import';
import { RecordForm } from '#ui/form/RecordForm.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { ListImportDialog } from '#ui/list-import/ListImportDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useShortcutChanges } from './use-shortcut-changes.ts';

interface ShortcutDialogProps {
  /** Null to add one. */
  readonly shortcut: SavedShortcut | null;
  readonly isPractice: boolean;
  readonly onClose: () => void;
}

/** Dialog to add or change a shortcut. */
export function ShortcutDialog({ shortcut, isPractice, onClose }: ShortcutDialogProps) {
  const { create, update } = useShortcutChanges(isPractice);
  const toast = useToast();
  return (
    <FormDialog
      title={shortcut === null ? 'Add Text Shortcut' : 'Edit Text Shortcut'}
      newsOf={shortcut?.id}
      size="sm"
      onClose={onClose}
    >
      <RecordForm
        record={shortcutRecord}
        saved={shortcut}
        submitLabel={shortcut === null ? 'Add' : 'Save'}
        errorFallback="Failed to save the text shortcut"
        onSave={async ({ version, ...body }) => {
          if (shortcut === null) await create.mutateAsync({ body });
          else await update.mutateAsync({ params: { id: shortcut.id }, body: { ...body, version } });
          toast.success('Text shortcut saved');
          onClose();
        }}
      >
        {(field) => (
          <>
            {field('name', { helperText: 'Typed after a period: risks is inserted with .risks' })}
            {field('text', {
              rows: 6,
              helperText:
                '*** is a place to fill in. {side} becomes the value of the note’s field; {side | lower} in lowercase. Never the name of a patient.',
            })}
          </>
        )}
      </RecordForm>
    </FormDialog>
  );
}

const EXAMPLE = 'Name,Text\nrisks,"Risks of the procedure on the {side | lower} side were explained."';

interface ImportShortcutsDialogProps {
  /** The names that exist. */
  readonly existing: readonly string[];
  readonly isPractice: boolean;
  readonly onClose: () => void;
}

/** Dialog to add shortcuts from a list. */
export function ImportShortcutsDialog({ existing, isPractice, onClose }: ImportShortcutsDialogProps) {
  const { importAll } = useShortcutChanges(isPractice);
  return (
    <ListImportDialog
      title="Import Text Shortcuts"
      noun={['shortcut', 'shortcuts']}
      columns={SHORTCUT_COLUMNS}
      required={REQUIRED_SHORTCUT_COLUMNS}
      hasTexts
      shown={['name', 'text']}
      example={EXAMPLE}
      intro="Names that exist already are skipped."
      errorFallback="Failed to import text shortcuts"
      check={async (rows) => checkShortcutRows(rows, existing)}
      run={async (body) => (await importAll.mutateAsync({ body })).rows}
      onClose={onClose}
    />
  );
}
