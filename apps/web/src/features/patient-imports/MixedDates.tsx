import { Alert, Box, Button, Stack } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import { counted } from '@portal/domain/text';

type Order = NonNullable<ImportDetails['dateOrder']>;

interface MixedDatesProps {
  readonly mixed: NonNullable<ImportDetails['mixedDates']>;
  readonly isDisabled: boolean;
  readonly onChoose: (order: Order) => void;
}

const ORDERS: readonly { readonly order: Order; readonly label: string }[] = [
  { order: 'month first', label: 'Month first' },
  { order: 'day first', label: 'Day first' },
];

/** Dates of both orders in one file: nothing is imported until a person chooses one or corrects the file. */
export function MixedDates({ mixed, isDisabled, onChoose }: MixedDatesProps) {
  return (
    <Alert severity="warning">
      Some birth dates have the month first, others the day, so dates like 03/04/1980 may be either. Correct
      the file, or choose the order. Rows that clearly have the other one fail.
      <Box component="ul" sx={{ my: 1, pl: 3 }}>
        {ORDERS.map(({ order, label }) => (
          <li key={order}>
            {label}, {counted(mixed[order].count, 'row')}:{' '}
            <span translate="no">
              {mixed[order].examples.map(({ line, date }) => `${date} (line ${line})`).join(', ')}
            </span>
          </li>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 1 }}>
        {ORDERS.map(({ order, label }) => (
          <Button
            key={order}
            size="small"
            color="inherit"
            variant="outlined"
            disabled={isDisabled}
            onClick={() => onChoose(order)}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}
