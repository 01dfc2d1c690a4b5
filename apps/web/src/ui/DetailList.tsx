import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface DetailItem {
  readonly label: string;
  /** Undefined, null and blank values show "N/A". */
  readonly value: ReactNode;
  /** Spans the full width, for long texts. */
  readonly wide?: boolean;
}

const isEmpty = (value: ReactNode): boolean => value === undefined || value === null || value === '';

interface DetailListProps {
  readonly items: readonly DetailItem[];
  /** Narrower columns, for a list beside other content. */
  readonly dense?: boolean;
}

/** Label and value pairs of a record, in as many columns as fit. */
export function DetailList({ items, dense = false }: DetailListProps) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${dense ? 140 : 200}px), 1fr))`,
        columnGap: 3,
        rowGap: dense ? 1 : 1.5,
        m: 0,
      }}
    >
      {items.map(({ label, value, wide }) => (
        <Box key={label} sx={{ minWidth: 0, ...(wide === true && { gridColumn: '1 / -1' }) }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" translate="no" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {isEmpty(value) ? 'N/A' : value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
