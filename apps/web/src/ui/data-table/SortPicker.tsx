import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { IconButton, MenuItem, Stack, TextField } from '@mui/material';
import type { TableState } from '../use-list-state.ts';
import type { Column } from './types.ts';

interface SortPickerProps<Row, K extends string> {
  readonly columns: readonly Column<Row, K>[];
  readonly state: TableState<K>;
}

/** Sort controls for cards on phones, which have no column headers: one quiet line. */
export function SortPicker<Row, K extends string>({ columns, state }: SortPickerProps<Row, K>) {
  const { orderBy, sortDirection, toggleSort } = state;
  const sortable = columns.flatMap(({ sortKey, header }) =>
    sortKey === undefined ? [] : [{ sortKey, header }],
  );
  if (sortable.length === 0) return null;
  const isAscending = sortDirection === 'asc';
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'flex-end' }}>
      <TextField
        select
        variant="standard"
        value={orderBy ?? ''}
        onChange={(event) => {
          const chosen = sortable.find(({ sortKey }) => sortKey === event.target.value);
          if (chosen !== undefined) toggleSort(chosen.sortKey);
        }}
        slotProps={{
          input: { disableUnderline: true, sx: { fontSize: '0.8125rem', color: 'text.secondary' } },
          select: { 'aria-label': 'Sort by', displayEmpty: true },
        }}
      >
        {orderBy === undefined ? <MenuItem value="">Sort by</MenuItem> : null}
        {sortable.map(({ sortKey, header }) => (
          <MenuItem key={sortKey} value={sortKey}>
            {header}
          </MenuItem>
        ))}
      </TextField>
      <IconButton
        edge="end"
        disabled={orderBy === undefined}
        aria-label={isAscending ? 'Sort descending' : 'Sort ascending'}
        onClick={() => (orderBy === undefined ? undefined : toggleSort(orderBy))}
      >
        {isAscending ? <ArrowUpwardIcon fontSize="small" /> : <ArrowDownwardIcon fontSize="small" />}
      </IconButton>
    </Stack>
  );
}
