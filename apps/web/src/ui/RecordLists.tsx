import { Box } from '@mui/material';
import type { ComponentProps } from 'react';
import { RecordList } from './RecordList.tsx';

/** Short lists of records in as many columns as fit, filled from top to bottom. */
export function RecordLists({ lists }: { readonly lists: readonly ComponentProps<typeof RecordList>[] }) {
  return (
    <Box
      sx={{
        columns: '3 300px',
        columnGap: 4,
        // A margin at the end of the last column would be added to the panel's padding.
        mb: -2.5,
        '& > section': { breakInside: 'avoid', pb: 2.5 },
      }}
    >
      {lists.map((list) => (
        <RecordList key={list.title} {...list} />
      ))}
    </Box>
  );
}
