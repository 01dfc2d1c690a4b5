import { Box } from '@mui/material';
import { Picture } from '#ui/charts/Picture.tsx';

const BY_AGE = [
  { id: 'day', label: 'Today', values: [4] },
  { id: 'week', label: '1 to 7 days', values: [11] },
  { id: 'month', label: '8 to 30 days', values: [6] },
  { id: 'older', label: 'Over 30 days', values: [2] },
];
const BY_DAY = ['11', '12', '13', '14', '15'].map((day, place) => ({
  id: day,
  label: `05/${day}`,
  values: [9 + ((place * 5) % 7), 3 + (place % 3)],
}));

/** Bars for names, columns for days. */
export function Charts() {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { md: '1fr 1fr' },
        '& > section': { mt: '0 !important' },
      }}
    >
      <Picture
        title="How old are open orders?"
        chart={{ kind: 'bars' }}
        rowHeader="Age"
        series={['Orders']}
        rows={BY_AGE}
        emptyText="No open orders"
      />
      <Picture
        title="How many notes are signed per day?"
        chart={{ kind: 'columns' }}
        rowHeader="Day"
        series={['Signed', 'Unsigned']}
        rows={BY_DAY}
        emptyText="No notes"
      />
    </Box>
  );
}
