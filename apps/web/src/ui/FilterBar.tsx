import FilterAltOffIcon from '@mui/icons-material/FilterAltOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

interface FilterBarProps {
  /** The search box, selects and switches of the list. */
  readonly children: ReactNode;
  /** Enables Clear Filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The bar above a list: search, filters and Clear Filters. */
export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  return (
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        mb: 1.5,
        '& .MuiFormControlLabel-root': { ml: 0 },
        '@media print': { display: 'none' },
      }}
    >
      {children}
      <Button startIcon={<FilterAltOffIcon />} disabled={!isFiltered} onClick={onClear}>
        Clear Filters
      </Button>
    </Stack>
  );
}
