import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import {
  TITLE_PAGE_SIZE,
  TITLE_PAGE_SIZES,
  titleDelete,
  titleSearch,
  titleToggle,
  type ProviderTitle,
} from '@portal/contract/titles';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery, useInvalidateArea, useListQuery } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { TitleDialog } from './TitleDialog.tsx';

const LIST = {
  sortKeys: [],
  filters: INACTIVE_FILTER,
  pageSizes: TITLE_PAGE_SIZES,
  defaultPageSize: TITLE_PAGE_SIZE,
} as const;

const COLUMNS: readonly Column<ProviderTitle, never>[] = [
  {
    id: 'code',
    header: 'Title',
    kind: 'record',
    width: 140,
    render: ({ code }) => <b>{code}</b>,
  },
  { id: 'description', header: 'Description', kind: 'text', render: ({ description }) => description },
  {
    id: 'order',
    header: 'Display Order',
    align: 'right',
    kind: 'count',
    width: 130,
    isLabeled: true,
    render: ({ displayOrder }) => displayOrder,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
];

/** Title Management page: provider titles. */
export function TitlesPage() {
  const list = useListState(LIST);
  const isActive = list.filters.inactive === 'true' ? null : true;
  const titles = useListQuery(titleSearch, {
    body: { searchTerm: list.search, isActive, pageNumber: list.page, pageSize: list.pageSize },
  });
  const all = useEndpointQuery(titleSearch, { body: { isActive: null, pageSize: 1 } });
  const edit = (title: ProviderTitle | null, onClose: () => void) => (
    <TitleDialog title={title} totalCount={all.data?.totalCount ?? 0} onClose={onClose} />
  );
  const asksToggle = useToggle();
  const asksDelete = useDeletion();
  return (
    <ListPage
      title="Title Management"
      list={list}
      query={titles}
      found={({ items, totalCount }) => ({ rows: items, totalCount })}
      add={{
        label: 'Add Title',
        isDisabled: all.isPending,
        opens: (onClose) => edit(null, onClose),
      }}
      search={{ label: 'Search titles', placeholder: 'Search by title or description...', isLive: true }}
      filters={<SwitchFilter list={list} name="inactive" label="Show Inactive" />}
      label="Titles"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ code }) => code}
      isDimmed={(title) => !title.isActive}
      errorFallback="Failed to load titles"
      emptyText="No titles found"
      actions={[
        {
          label: 'Deactivate',
          icon: <BlockOutlined fontSize="small" />,
          isHidden: (title) => !title.isActive,
          asks: asksToggle,
        },
        {
          label: 'Activate',
          icon: <CheckCircleOutlined fontSize="small" />,
          isHidden: (title) => title.isActive,
          asks: asksToggle,
        },
        { label: 'Edit', icon: <EditOutlined fontSize="small" />, opens: edit },
        { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: asksDelete },
      ]}
    />
  );
}

function useToggle() {
  const refresh = useInvalidateArea();
  const toggle = useEndpointMutation(titleToggle, {
    alsoChanges: ['Users'],
    onError: () => void refresh(titleToggle.tag),
  });
  return ({ id, version, code, isActive }: ProviderTitle): Question => ({
    newsOf: id,
    title: isActive ? 'Deactivate title?' : 'Activate title?',
    text: isActive
      ? `"${code}" will no longer be offered for users. Users who have it keep it.`
      : `"${code}" will be offered for users again.`,
    confirmLabel: isActive ? 'Deactivate' : 'Activate',
    errorFallback: 'Failed to toggle title status',
    onConfirm: async () => (await toggle.mutateAsync({ params: { id }, body: { version } })).message,
  });
}

function useDeletion() {
  const remove = useEndpointMutation(titleDelete, { alsoChanges: ['Users'] });
  return ({ id, code, description }: ProviderTitle): Question => ({
    newsOf: id,
    title: 'Delete title?',
    text: `"${code}" (${description}) will be deleted. This cannot be undone.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [code],
    errorFallback: 'Failed to delete title',
    onConfirm: async () => (await remove.mutateAsync({ params: { id } })).message,
  });
}
