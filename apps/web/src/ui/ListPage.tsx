import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { FilterKinds } from './list-url.ts';
import { LiveSearchBox } from './LiveSearchBox.tsx';
import { NewLink } from './NewLink.tsx';
import { PageContent } from './PageContent.tsx';
import { PageHeader } from './PageHeader.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { ListState } from './use-list-state.ts';

/** The Add button. */
type Add = { readonly label: string; readonly isDisabled?: boolean } & (
  | { readonly to: string }
  | { readonly opens: (onClose: () => void) => ReactNode }
);

interface Found<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  readonly totalCountIsApproximate?: boolean;
  /** If it is not the requested one. */
  readonly page?: number;
}

interface ListPageProps<Row, K extends string, F extends FilterKinds, T> extends Omit<
  DataTableProps<Row, K>,
  'rows' | 'totalCount' | 'isTotalApproximate' | 'state' | 'isFetching' | 'error' | 'onRetry' | 'pageSizes'
> {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly list: ListState<K, F>;
  readonly query: UseQueryResult<T>;
  readonly found: (answer: T) => Found<Row>;
  readonly add?: Add | undefined;
  /** Buttons before the Add button. */
  readonly buttons?: ReactNode;
  readonly tools?: ReactNode;
  /** `isLive`: searches while typing. */
  readonly search?: { readonly label: string; readonly placeholder: string; readonly isLive?: boolean };
  /** Beside the search box. */
  readonly filters?: ReactNode;
}

/** A page with a list: title, Add button, search, filters and table. */
export function ListPage<Row, K extends string, F extends FilterKinds, T>({
  title,
  subtitle,
  list,
  query,
  found,
  add,
  buttons,
  tools,
  search,
  filters,
  ...table
}: ListPageProps<Row, K, F, T>) {
  const answer = query.data === undefined ? undefined : found(query.data);
  const Search = search?.isLive === true ? LiveSearchBox : SearchBox;
  return (
    <PageContent>
      <PageHeader
        title={title}
        subtitle={subtitle}
        tools={tools}
        actions={
          <>
            {buttons}
            {add === undefined ? null : <AddButton add={add} />}
          </>
        }
      />
      {search === undefined ? null : (
        <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
          <Search
            value={list.search}
            onSearch={list.setSearch}
            label={search.label}
            placeholder={search.placeholder}
          />
          {filters}
        </FilterBar>
      )}
      <DataTable
        {...table}
        rows={answer?.rows}
        totalCount={answer?.totalCount}
        isTotalApproximate={answer?.totalCountIsApproximate}
        state={answer?.page === undefined ? list : { ...list, page: answer.page }}
        isFetching={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(list.options.pageSizes && { pageSizes: list.options.pageSizes })}
      />
    </PageContent>
  );
}

function AddButton({ add }: { readonly add: Add }) {
  const [isOpen, setOpen] = useState(false);
  if ('to' in add) return <NewLink to={add.to}>{add.label}</NewLink>;
  return (
    <>
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        aria-keyshortcuts="n"
        disabled={add.isDisabled ?? false}
        onClick={() => setOpen(true)}
      >
        {add.label}
      </Button>
      {isOpen ? add.opens(() => setOpen(false)) : null}
    </>
  );
}
