import AddIcon from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import type { ViewList } from '@portal/contract/saved-views';
import { useState, type ReactNode } from 'react';
import { FilterBar } from './FilterBar.tsx';
import type { FilterKinds } from './list-url.ts';
import { useVisibleColumns } from './list-view/use-visible-columns.ts';
import { ViewMenu } from './list-view/ViewMenu.tsx';
import { ListTable, sourceOf, type ListTableProps } from './ListTable.tsx';
import { LiveSearchBox } from './LiveSearchBox.tsx';
import { NewLink } from './NewLink.tsx';
import { PageContent } from './PageContent.tsx';
import { PageHeader } from './PageHeader.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { ListState } from './use-list-state.ts';

/** The Add button. */
type Add = { readonly label: string; readonly isDisabled?: boolean } & (
  | { readonly to: string; readonly icon?: ReactNode }
  | { readonly opens: (onClose: () => void) => ReactNode }
);

type ListPageProps<Row, K extends string, F extends FilterKinds, T> = ListTableProps<Row, K, T> & {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly list: ListState<K, F>;
  readonly add?: Add | undefined;
  /** Buttons before the Add button. */
  readonly buttons?: ReactNode;
  readonly keepsActionsInReach?: boolean;
  /** Users choose columns and save views of this list. */
  readonly view?: ViewList;
  /** An `ExportItem` for the View menu. */
  readonly exportItem?: ReactNode;
  readonly search?: {
    readonly label: string;
    readonly placeholder: string;
    /** Searches while typing. */
    readonly isLive?: boolean;
    readonly hasButton?: boolean;
    readonly focusOnOpen?: boolean;
  };
  /** Beside the search box. */
  readonly filters?: ReactNode;
  /** Between the filters and the table. */
  readonly children?: ReactNode;
  /** After the table, such as a picture of its numbers. */
  readonly below?: ReactNode;
};

/** A page with a list: title, Add button, search, filters and table. */
export function ListPage<Row, K extends string, F extends FilterKinds, T>(
  props: ListPageProps<Row, K, F, T>,
) {
  const { title, subtitle, add, buttons, keepsActionsInReach = false, view, exportItem, ...body } = props;
  const { search, filters, children, below, query: _query, found: _found, ...table } = body;
  const { list, columns } = table;
  const visible = useVisibleColumns(columns);
  const Search = search?.isLive === true ? LiveSearchBox : SearchBox;
  return (
    <PageContent>
      <PageHeader
        title={title}
        subtitle={subtitle}
        tools={
          view === undefined ? undefined : (
            <ViewMenu list={view} state={list} columns={columns}>
              {exportItem}
            </ViewMenu>
          )
        }
        keepsActionsInReach={keepsActionsInReach}
        actions={
          buttons === undefined && add === undefined ? undefined : (
            <>
              {buttons}
              {add === undefined ? null : <AddButton add={add} />}
            </>
          )
        }
      />
      {search === undefined ? null : (
        <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
          <Search
            value={list.search}
            onSearch={list.options.hidesSearch === true ? list.setLiveSearch : list.setSearch}
            {...search}
          />
          {filters}
        </FilterBar>
      )}
      {children}
      <ListTable {...table} {...sourceOf(props)} columns={view === undefined ? columns : visible} />
      {below === undefined ? null : <Box sx={{ mt: 3 }}>{below}</Box>}
    </PageContent>
  );
}

function AddButton({ add }: { readonly add: Add }) {
  const [isOpen, setOpen] = useState(false);
  if ('to' in add) {
    const { label, ...link } = add;
    return <NewLink {...link}>{label}</NewLink>;
  }
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
