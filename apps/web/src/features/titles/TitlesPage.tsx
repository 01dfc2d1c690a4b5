import AddIcon from '@mui/icons-material/Add';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { titleSearch, type ProviderTitle } from '@portal/contract/titles';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { DataTable, type RowAction } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { TITLE_COLUMNS } from './title-columns.tsx';
import { TITLE_LIST } from './title-list.ts';
import { TitleDialog } from './TitleDialog.tsx';
import { DeleteTitleDialog, ToggleTitleDialog } from './TitleDialogs.tsx';

type Asked =
  | { readonly what: 'add'; readonly title: null }
  | { readonly what: 'edit' | 'toggle' | 'delete'; readonly title: ProviderTitle };

/** Title Management page: provider titles. */
export function TitlesPage() {
  const list = useListState(TITLE_LIST);
  const isActive = list.filters.inactive === 'true' ? null : true;
  const titles = useEndpointQuery(
    titleSearch,
    { body: { searchTerm: list.search, isActive, pageNumber: list.page, pageSize: list.pageSize } },
    { placeholderData: keepPreviousData },
  );
  const all = useEndpointQuery(titleSearch, { body: { isActive: null, pageSize: 1 } });
  const [asked, setAsked] = useState<Asked | null>(null);
  // Keeps the content while a dialog fades out.
  const [shown, setShown] = useState(asked);
  if (asked !== null && asked !== shown) setShown(asked);
  const close = () => setAsked(null);
  return (
    <PageContent>
      <PageHeader
        title="Title Management"
        actions={
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            aria-keyshortcuts="n"
            disabled={all.isPending}
            onClick={() => setAsked({ what: 'add', title: null })}
          >
            Add Title
          </Button>
        }
      />
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <LiveSearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search titles"
          placeholder="Search by title or description..."
        />
        <InactiveSwitch list={list} label="Show Inactive" />
      </FilterBar>
      <DataTable
        label="Titles"
        columns={TITLE_COLUMNS}
        rows={titles.data?.items}
        totalCount={titles.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={({ code }) => code}
        state={list}
        pageSizes={TITLE_LIST.pageSizes ?? []}
        isDimmed={(title) => !title.isActive}
        isFetching={titles.isFetching}
        error={titles.error}
        errorFallback="Failed to load titles"
        onRetry={() => void titles.refetch()}
        emptyText="No titles found"
        actions={rowActions(setAsked)}
      />
      {shown?.what === 'toggle' ? (
        <ToggleTitleDialog title={shown.title} open={asked !== null} onClose={close} />
      ) : null}
      {shown?.what === 'delete' ? (
        <DeleteTitleDialog title={shown.title} open={asked !== null} onClose={close} />
      ) : null}
      {asked?.what === 'add' || asked?.what === 'edit' ? (
        <TitleDialog title={asked.title} totalCount={all.data?.totalCount ?? 0} onClose={close} />
      ) : null}
    </PageContent>
  );
}

const rowActions = (ask: (asked: Asked) => void): readonly RowAction<ProviderTitle>[] => [
  {
    label: 'Deactivate',
    icon: <BlockOutlined fontSize="small" />,
    isHidden: ({ isActive }) => !isActive,
    onClick: (title) => ask({ title, what: 'toggle' }),
  },
  {
    label: 'Activate',
    icon: <CheckCircleOutlined fontSize="small" />,
    isHidden: ({ isActive }) => isActive,
    onClick: (title) => ask({ title, what: 'toggle' }),
  },
  {
    label: 'Edit',
    icon: <EditOutlined fontSize="small" />,
    onClick: (title) => ask({ title, what: 'edit' }),
  },
  {
    label: 'Delete',
    icon: <DeleteOutlined fontSize="small" />,
    onClick: (title) => ask({ title, what: 'delete' }),
  },
];
