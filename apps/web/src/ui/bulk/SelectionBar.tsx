import { Button, Paper, Typography } from '@mui/material';
import { MAX_BULK_RECORDS } from '@portal/contract/bulk';
import { useEffect } from 'react';
import { rescueFocus } from '../rescue-focus.ts';

/** An action on the selected rows. */
export interface BulkButton {
  readonly label: string;
  readonly onClick: () => void;
}
interface SelectionBarProps {
  readonly count: number;
  readonly actions: readonly BulkButton[];
  readonly onClear: () => void;
  /** The most rows of an action. */
  readonly max?: number | undefined;
}

/** The actions on the selected rows, below the list, so that rows do not move when the first one is selected. */
export function SelectionBar({ count, actions, onClear, max = MAX_BULK_RECORDS }: SelectionBarProps) {
  const isTooMany = count > max;
  useEffect(() => rescueFocus, []);
  return (
    <Paper
      square
      component="section"
      aria-label="Selected rows"
      data-sticks
      sx={{
        position: 'sticky',
        zIndex: 3,
        bottom: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        '@media print': { display: 'none' },
      }}
    >
      <Typography component="output" sx={{ fontWeight: 600, mr: 0.5 }}>
        {count} selected
      </Typography>
      {actions.map(({ label, onClick }) => (
        <Button key={label} variant="outlined" size="small" disabled={isTooMany} onClick={onClick}>
          {label}
        </Button>
      ))}
      <Button size="small" onClick={onClear}>
        Clear selection
      </Button>
      {isTooMany ? (
        <Typography variant="body2" color="error">
          Select at most {max} rows
        </Typography>
      ) : null}
    </Paper>
  );
}
