import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  IconButton,
  Skeleton,
  Stack,
} from '@mui/material';
import { chargeCsvColumns, chargeCsvColumnsUpdate } from '@portal/contract/charges';
import {
  CHARGE_CSV_COLUMNS,
  CHARGE_CSV_HEADINGS,
  DEFAULT_CSV_COLUMNS,
  type ChargeCsvColumn,
} from '@portal/domain/charges';
import { useId, useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { toShownError } from '#ui/shown-error.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** The columns of the practice's CSV file: their order, and which are shown. */
export function CsvColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const toast = useToast();
  const setting = useEndpointQuery(chargeCsvColumns, {});
  const save = useEndpointMutation(chargeCsvColumnsUpdate, {
    // Someone else saved other columns: the next attempt starts from theirs.
    onError: ({ code }) => code === 'STALE' && void setting.refetch(),
  });
  const [chosen, setChosen] = useState<Choice | null>(null);
  const choice = chosen ?? (setting.data === undefined ? null : choiceOf(setting.data.columns));
  const error = save.error ?? setting.error;
  const shown = error === null ? null : toShownError(error, 'Failed to save the columns');
  const submit = () => {
    if (choice === null || setting.data === undefined) return;
    save.mutate(
      { body: { columns: shownOf(choice), version: setting.data.version } },
      {
        onSuccess: () => {
          toast.success('CSV columns saved');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>CSV columns</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>
          The columns of the practice’s CSV file, in this order. They apply to everyone’s exports.
        </DialogContentText>
        {shown === null ? null : <ErrorPanel message={shown.message} hint={shown.hint} />}
        {choice === null ? (
          <Skeleton variant="rounded" height={320} aria-busy />
        ) : (
          <ColumnOrder choice={choice} onChange={setChosen} />
        )}
      </DialogContent>
      <DialogActions>
        <Button sx={{ mr: 'auto' }} onClick={() => setChosen(choiceOf(DEFAULT_CSV_COLUMNS))}>
          Default
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          loading={save.isPending}
          disabled={choice === null || shownOf(choice).length === 0}
          onClick={submit}
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** All columns in order. */
interface Choice {
  readonly order: readonly ChargeCsvColumn[];
  readonly shown: ReadonlySet<ChargeCsvColumn>;
}

/** Hidden columns follow the shown ones. */
const choiceOf = (columns: readonly ChargeCsvColumn[]): Choice => ({
  order: [...columns, ...CHARGE_CSV_COLUMNS.filter((column) => !columns.includes(column))],
  shown: new Set(columns),
});
const shownOf = ({ order, shown }: Choice) => order.filter((column) => shown.has(column));

function ColumnOrder({
  choice: { order, shown },
  onChange,
}: {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}) {
  const move = (column: ChargeCsvColumn, by: number) => {
    const place = order.indexOf(column);
    onChange({ shown, order: order.toSpliced(place, 1).toSpliced(place + by, 0, column) });
  };
  const toggle = (column: ChargeCsvColumn, isShown: boolean) =>
    onChange({
      order,
      shown: new Set(isShown ? [...shown, column] : [...shown].filter((one) => one !== column)),
    });
  return (
    <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {order.map((column, place) => {
        const heading = CHARGE_CSV_HEADINGS[column];
        return (
          <Stack component="li" key={column} direction="row" sx={{ alignItems: 'center' }}>
            <FormControlLabel
              sx={{ flex: 1, mr: 0 }}
              label={heading}
              control={
                <Checkbox
                  size="small"
                  checked={shown.has(column)}
                  onChange={(_event, checked) => toggle(column, checked)}
                />
              }
            />
            <IconButton
              size="small"
              aria-label={`Move ${heading} up`}
              disabled={place === 0}
              onClick={() => move(column, -1)}
            >
              <ArrowUpwardIcon fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Move ${heading} down`}
              disabled={place === order.length - 1}
              onClick={() => move(column, 1)}
            >
              <ArrowDownwardIcon fontSize="small" />
            </IconButton>
          </Stack>
        );
      })}
    </Stack>
  );
}
