import { Box, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import type { GroupableDictation } from '@portal/contract/dictation-groups';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import { DictationStatusChip } from '../lists/DictationStatusChip.tsx';
import { dictationCountText } from '../dictation-labels.ts';
import type { Groupable } from './use-groupable.ts';

/** Selectable list of the ungrouped dictations of a date. Also shows how many are already grouped. */
export function GroupableList({ answer: { data, error, refetch }, free, selection }: Groupable) {
  if (error !== null) {
    return (
      <ErrorPanel
        message={errorText(error, 'Failed to load dictations')}
        hint={errorHint(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Waiting />;
  const groupedCount = data.length - free.length;
  if (free.length === 0) {
    return (
      <EmptyState
        text={
          groupedCount === 0
            ? 'No dictations for this provider and location on this date'
            : 'All dictations for this provider and location on this date are already grouped'
        }
      />
    );
  }
  const { selected } = selection;
  const isAll = free.every(({ id }) => selected.has(id));
  return (
    <Box component="fieldset" aria-label="Dictations" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <FormControlLabel
        label={`All ${free.length} ungrouped`}
        control={
          <Checkbox
            size="small"
            checked={isAll}
            indeterminate={!isAll && free.some(({ id }) => selected.has(id))}
            onChange={(_event, checked) =>
              selection.set(
                free.map(({ id }) => id),
                checked,
              )
            }
          />
        }
      />
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}>
        {free.map((dictation) => (
          <GroupableRow
            key={dictation.id}
            dictation={dictation}
            isChosen={selected.has(dictation.id)}
            onToggle={(isChosen) => selection.set([dictation.id], isChosen)}
          />
        ))}
      </Stack>
      {groupedCount === 0 ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {dictationCountText(groupedCount)} on this date {groupedCount === 1 ? 'is' : 'are'} already in a
          group.
        </Typography>
      )}
    </Box>
  );
}

function GroupableRow({
  dictation: { patientName, patientMRN, procedureName, status },
  isChosen,
  onToggle,
}: {
  readonly dictation: GroupableDictation;
  readonly isChosen: boolean;
  readonly onToggle: (isChosen: boolean) => void;
}) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'center', gap: 1, borderTop: 1, borderColor: 'divider', py: 0.25 }}
    >
      <FormControlLabel
        sx={{ flex: 1, minWidth: 0, mr: 0 }}
        slotProps={{ typography: { component: 'div', sx: { minWidth: 0, overflowWrap: 'anywhere' } } }}
        control={
          <Checkbox size="small" checked={isChosen} onChange={(_event, checked) => onToggle(checked)} />
        }
        label={
          <>
            {patientName}
            <Typography variant="caption" color="textSecondary" component="div">
              MRN {patientMRN}, {procedureName}
            </Typography>
          </>
        }
      />
      <DictationStatusChip status={status} />
    </Stack>
  );
}
