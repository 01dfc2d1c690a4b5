import type { ReactNode } from 'react';
import { FilterBar } from '#ui/FilterBar.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';

interface UserSearchBarProps {
  readonly list: {
    readonly search: string;
    readonly setSearch: (search: string) => void;
    readonly isFiltered: boolean;
    readonly filters: Readonly<Record<string, string>>;
    readonly clearFilters: () => void;
  };
  /** More filters. */
  readonly children?: ReactNode;
}

/** The bar above a list of users and their roles. */
export function UserSearchBar({ list, children }: UserSearchBarProps) {
  return (
    <FilterBar
      list={list}
      main={
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search users"
          placeholder="Search by name, email, role or username..."
        />
      }
    >
      {children}
    </FilterBar>
  );
}
