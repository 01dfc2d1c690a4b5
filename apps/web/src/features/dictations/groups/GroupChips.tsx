import { Stack } from '@mui/material';
import type { DictationGroup } from '@portal/contract/dictation-groups';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from '../dictation-labels.ts';

/** Number of dictations in a group by status. */
export function GroupChips({ group }: { readonly group: DictationGroup }) {
  const { dictationCount, signedCount, completedCount, draftCount } = group;
  const savedCount = dictationCount - signedCount - completedCount - draftCount;
  const chips = [
    { label: 'signed', count: signedCount, color: STATUS_COLORS.Signed },
    { label: 'completed', count: completedCount, color: STATUS_COLORS.Completed },
    { label: 'saved', count: savedCount, color: STATUS_COLORS.Saved },
    { label: 'draft', count: draftCount, color: STATUS_COLORS.Draft },
  ].filter(({ count }) => count > 0);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      {dictationCount === 0 ? 'None' : null}
      {chips.map(({ label, count, color }) => (
        <StatusChip key={label} label={`${count} ${label}`} color={color} />
      ))}
    </Stack>
  );
}
