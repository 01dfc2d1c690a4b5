import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { categoryDelete, categoryList, type TemplateCategory } from '@portal/contract/template-categories';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { categoryNews } from './category-form.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { CATEGORY_ICON_PARTS } from './category-icons.tsx';
import { ErrorDialog } from '../ErrorDialog.tsx';
import { failureMessage } from '../failure-message.ts';

/** The list of categories with order, icon, name and template count. */
export function CategoriesTab() {
  const categories = useEndpointQuery(categoryList, {});
  const [edited, setEdited] = useState<TemplateCategory | 'new' | null>(null);
  const [deleting, setDeleting] = useState<TemplateCategory | null>(null);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 280px' }}>
          Templates are listed under their category. Lower numbers appear first; a category with templates
          cannot be deleted.
        </Typography>
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          aria-keyshortcuts="n"
          onClick={() => setEdited('new')}
        >
          Add Category
        </Button>
      </Stack>
      <RecordPart query={categories} fallback="Failed to load categories">
        {(rows) => (
          <Card>
            <Box sx={{ overflowX: 'auto', px: { xs: 1, sm: 0 }, pb: { xs: 1, sm: 0 } }}>
              <PlainTable
                label="Categories"
                columns={COLUMNS}
                rows={rows}
                rowKey={({ id }) => String(id)}
                rowLabel={({ name }) => name}
                message={rows.length === 0 ? <EmptyState text="No categories found" /> : null}
                actions={[
                  { label: 'Edit', icon: <EditOutlined fontSize="small" />, onClick: setEdited },
                  {
                    label: 'Delete',
                    icon: <DeleteOutlined fontSize="small" />,
                    isDisabled: ({ templateCount }) => templateCount > 0,
                    onClick: setDeleting,
                  },
                ]}
              />
            </Box>
          </Card>
        )}
      </RecordPart>
      {edited === null ? null : (
        <CategoryDialog
          key={edited === 'new' ? 'new' : edited.id}
          category={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <DeleteCategoryDialog category={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

const COLUMNS: readonly Column<TemplateCategory, never>[] = [
  { id: 'order', header: 'Order', width: 80, render: ({ displayOrder }) => displayOrder },
  { id: 'icon', header: 'Icon', width: 80, render: ({ icon }) => <IconPicture icon={icon} /> },
  { id: 'name', header: 'Name', isCardTitle: true, render: ({ name }) => name },
  {
    id: 'count',
    header: 'Template Count',
    align: 'right',
    width: 140,
    render: ({ templateCount }) => templateCount,
  },
];

function IconPicture({ icon }: Pick<TemplateCategory, 'icon'>) {
  const { Icon, label } = CATEGORY_ICON_PARTS[icon];
  return <Icon fontSize="small" titleAccess={label} sx={{ display: 'block', color: 'text.secondary' }} />;
}

interface DeleteCategoryDialogProps {
  readonly category: TemplateCategory | null;
  readonly onClose: () => void;
}

function DeleteCategoryDialog({ category, onClose }: DeleteCategoryDialogProps) {
  const remove = useEndpointMutation(categoryDelete);
  const [error, setError] = useState<string | null>(null);
  const shown = useLastValue(category);
  if (shown === null) return null;
  return (
    <>
      <ConfirmDialog
        open={category !== null}
        newsOf={categoryNews(shown)}
        title="Delete category?"
        text={`${shown.name} will be deleted. This cannot be undone.`}
        confirmLabel="Delete"
        isDanger
        records={[shown.name]}
        onConfirm={async () => {
          try {
            const { message } = await remove.mutateAsync({ params: { id: String(shown.id) } });
            return message;
          } catch (failure) {
            setError(failureMessage('Failed to delete category', failure));
            return undefined;
          }
        }}
        onClose={onClose}
      />
      <ErrorDialog message={error} onClose={() => setError(null)} />
    </>
  );
}
