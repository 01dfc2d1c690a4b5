import { titleCreate, titleRecord, titleUpdate, type ProviderTitle } from '@portal/contract/titles';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { RecordDialog } from '#ui/form/RecordForm.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface TitleDialogProps {
  /** The title to edit; null to add one. */
  readonly title: ProviderTitle | null;
  /** Number of titles, including inactive ones. A new title is placed last. */
  readonly totalCount: number;
  readonly onClose: () => void;
}

/** Dialog to add or edit a title. */
export function TitleDialog({ title, totalCount, onClose }: TitleDialogProps) {
  // Users are displayed with the text of their title.
  const options = { alsoChanges: ['Users'] };
  const create = useEndpointMutation(titleCreate, options);
  const update = useEndpointMutation(titleUpdate, options);
  const toast = useToast();
  return (
    <RecordDialog
      title={title === null ? 'Add Title' : 'Edit Title'}
      record={titleRecord}
      saved={title}
      initial={{ displayOrder: String(totalCount + 1) }}
      looks={{
        code: {
          format: (typed) => typed.toUpperCase(),
          helperText:
            title === null
              ? 'Up to 10 characters, for example MD'
              : 'Users with this title will show the updated text',
        },
        displayOrder: { helperText: 'Lower numbers appear first' },
        isActive: { look: 'switch' },
      }}
      errorFallback={title === null ? 'Failed to create title' : 'Failed to update title'}
      onSave={async ({ version, ...body }) => {
        if (title === null) await create.mutateAsync({ body });
        else await update.mutateAsync({ params: { id: title.id }, body: { ...body, version } });
        toast.success(title === null ? 'Title created successfully' : 'Title updated successfully');
      }}
      onClose={onClose}
    />
  );
}
