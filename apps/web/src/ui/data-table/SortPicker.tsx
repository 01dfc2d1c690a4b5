import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { IconButton, MenuItem, Stack, TextField } from '@mui/material';
import type { TableState } from '../use-list-state.ts';
import type { Column } from './types.ts';

interface SortPickerProps<Row, K extends string> {
  readonly columns: readonly Column<Row, K>[];
  readonly state: TableState<K>;
}

/** Sort controls for cards on phones, which have no column headers. */
export function SortPicker<Row, K extends string>({ columns, state }: SortPickerProps<Row, K>) {
  const { orderBy, sortDirection, toggleSort } = state;
  const sortable = columns.flatMap(({ sortKey, header }) =>
    sortKey === undefined ? [] : [{ sortKey, header }],
  );
  if (sortable.length === 0) return null;
  const isAscending = sortDirection === 'asc';
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <TextField
        select
        fullWidth
        label="Sort by"
        value={orderBy ?? ''}
        onChange={(event) => {
          const chosen = sortable.find(({ sortKey }) => sortKey === event.target.value);
          if (chosen !== undefined) toggleSort(chosen.sortKey);
        }}
      >
        {sortable.map(({ sortKey, header }) => (
          <MenuItem key={sortKey} value={sortKey}>
            {header}
          </MenuItem>
        ))}
      </TextField>
      <IconButton
        disabled={orderBy === undefined}
        aria-label={isAscending ? 'Sort descending' : 'Sort ascending'}
        onClick={() => (orderBy === undefined ? undefined : toggleSort(orderBy))}
      >
        {isAscending ? <ArrowUpwardIcon /> : <ArrowDownwardIcon />}
      </IconButton>
    </Stack>
  );
}
