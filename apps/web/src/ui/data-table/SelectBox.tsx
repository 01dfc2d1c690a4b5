import { Checkbox } from '@mui/material';
import { touchSx } from './cells.ts';
import type { RangeSelection } from './types.ts';

interface SelectBoxProps {
  readonly id: string;
  readonly label: string;
  readonly selection: RangeSelection;
}

/** Checkbox that selects one row, or with Shift all rows from the last one. */
export function SelectBox({ id, label, selection }: SelectBoxProps) {
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.5, ...touchSx }}
      slotProps={{ input: { 'aria-label': `Select ${label}` } }}
      checked={selection.selected.has(id)}
      // Shift would select the text of the rows.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onChange={({ nativeEvent }, checked) =>
        selection.toggle(id, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** Checkbox that selects all rows of the page. Rows of other pages are unchanged. */
export function SelectPageBox({
  ids,
  selection,
}: {
  readonly ids: readonly string[];
  readonly selection: RangeSelection;
}) {
  const count = ids.filter((id) => selection.selected.has(id)).length;
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.5, ...touchSx }}
      slotProps={{ input: { 'aria-label': 'Select all rows on this page' } }}
      disabled={ids.length === 0}
      checked={ids.length > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(_event, checked) => selection.set(ids, checked)}
    />
  );
}
