import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Values with more characters use a smaller font. */
const LONG = 12;

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Shows the value in green. `note` should say the same in words. */
  readonly isGood?: boolean;
  readonly note?: string | undefined;
}

/** A row of figures above a list. */
export function Figures({ items }: { readonly items: readonly FigureProps[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mb: 2,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
      }}
    >
      {items.map((item) => (
        <Figure key={item.label} {...item} />
      ))}
    </Box>
  );
}

function Figure({ label, value, isGood = false, note }: FigureProps) {
  return (
    <Card sx={{ px: 2, py: 1.25, minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          // Keeps a date range on one line.
          fontSize: typeof value === 'string' && value.length > LONG ? '1rem' : '1.25rem',
          lineHeight: '1.875rem',
          fontWeight: 650,
          fontVariantNumeric: 'tabular-nums',
          ...(isGood && { color: 'success.main' }),
        }}
      >
        {value}
        {note === undefined ? null : (
          <Typography component="span" variant="body2" sx={{ ml: 1, color: 'inherit' }}>
            {note}
          </Typography>
        )}
      </Typography>
    </Card>
  );
}
