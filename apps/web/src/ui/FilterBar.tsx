import FilterAltOffIcon from '@mui/icons-material/FilterAltOff';
import { Button, Stack, Typography } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { filterWords } from './filter-words.ts';
import { useWhilePrinting } from './use-while-printing.ts';

interface FilterBarProps {
  /** The search box, selects and switches of the list. */
  readonly children: ReactNode;
  /** Enables Clear Filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The bar above a list: search, filters and Clear Filters. On paper, the filters are words. */
export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const words = useWhilePrinting(() => (bar.current === null ? [] : filterWords(bar.current)));
  return (
    <>
      {words === null ? null : (
        <Typography sx={{ mb: 1 }}>{words.length === 0 ? 'No filters' : words.join(' · ')}</Typography>
      )}
      <Stack
        ref={bar}
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
    </>
  );
}
