import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { categoryDelete, categoryList, type TemplateCategory } from '@portal/contract/template-categories';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { categoryNews } from './category-form.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { CATEGORY_ICON_PARTS } from './category-icons.tsx';
import { ErrorDialog } from '../ErrorDialog.tsx';
import { failureMessage } from '../failure-message.ts';

const edit = (category: TemplateCategory, onClose: () => void) => (
  <CategoryDialog category={category} onClose={onClose} />
);

/** The list of categories with order, icon, name and template count. */
export function CategoriesTab() {
  const categories = useEndpointQuery(categoryList, {});
  const [isAdding, setAdding] = useState(false);
  const deletion = useDeletion();
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
          onClick={() => setAdding(true)}
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
                  { label: 'Edit', icon: <EditOutlined fontSize="small" />, opens: edit },
                  {
                    label: 'Delete',
                    icon: <DeleteOutlined fontSize="small" />,
                    isDisabled: ({ templateCount }) => templateCount > 0,
                    asks: deletion.asks,
                  },
                ]}
              />
            </Box>
          </Card>
        )}
      </RecordPart>
      {isAdding ? <CategoryDialog category={null} onClose={() => setAdding(false)} /> : null}
      {deletion.failure}
    </>
  );
}

const COLUMNS: readonly Column<TemplateCategory, never>[] = [
  {
    id: 'order',
    header: 'Order',
    kind: 'count',
    width: 80,
    isLabeled: true,
    render: ({ displayOrder }) => displayOrder,
  },
  { id: 'icon', header: 'Icon', kind: 'count', width: 80, render: ({ icon }) => <IconPicture icon={icon} /> },
  { id: 'name', header: 'Name', card: 'title', render: ({ name }) => name },
  { id: 'heading', header: 'Report Heading', render: ({ reportHeading }) => reportHeading },
  {
    id: 'count',
    header: 'Template Count',
    align: 'right',
    kind: 'count',
    isLabeled: true,
    render: ({ templateCount }) => templateCount,
  },
];

function IconPicture({ icon }: Pick<TemplateCategory, 'icon'>) {
  const { Icon, label } = CATEGORY_ICON_PARTS[icon];
  return (
    <Icon fontSize="small" titleAccess={label} sx={{ verticalAlign: 'middle', color: 'text.secondary' }} />
  );
}

/** Asks before a category is deleted. */
function useDeletion() {
  const remove = useEndpointMutation(categoryDelete);
  const [error, setError] = useState<string | null>(null);
  const asks = (category: TemplateCategory): Question => ({
    newsOf: categoryNews(category),
    title: 'Delete category?',
    text: `${category.name} will be deleted. This cannot be undone.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [category.name],
    onConfirm: async () => {
      try {
        return (await remove.mutateAsync({ params: { id: String(category.id) } })).message;
      } catch (failure) {
        setError(failureMessage('Failed to delete category', failure));
        return undefined;
      }
    },
  });
  return { asks, failure: <ErrorDialog message={error} onClose={() => setError(null)} /> };
}
