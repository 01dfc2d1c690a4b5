import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import type { TemplateCaseRow } from '@portal/contract/template-cases';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import type { CaseOutcome } from '@portal/domain/template/cases';
import { StatusChip } from '#ui/StatusChip.tsx';
import { CaseDifferences } from './CaseDifferences.tsx';

interface CaseCardProps {
  readonly row: TemplateCaseRow;
  /** Null until the cases were run. */
  readonly outcome: CaseOutcome | null;
  readonly isAccepting: boolean;
  readonly onTry: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onAccept: (outcome: CaseOutcome) => void;
}

/** A test case: what it expects, whether it passes, and why not. */
export function CaseCard({ row, outcome, isAccepting, ...props }: CaseCardProps) {
  const { name, billingOption, expected } = row;
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Stack direction="row" sx={{ flex: 1, flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          {outcome === null ? null : outcome.passes ? (
            <StatusChip label="Passes" color="success" />
          ) : (
            <StatusChip label="Fails" color="error" />
          )}
          {billingOption === 'standard' ? null : <StatusChip label={BILLING_OPTION_LABELS[billingOption]} />}
        </Stack>
        <Button size="small" aria-label={`Try out case ${name}`} onClick={props.onTry}>
          Try out
        </Button>
        <IconButton size="small" aria-label={`Edit case ${name}`} onClick={props.onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Delete case ${name}`} onClick={props.onDelete}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {expected.lines.length === 0
          ? 'Expects no codes'
          : `Expects ${expected.lines.map(lineText).join(', ')}`}
      </Typography>
      {outcome === null || outcome.passes ? null : (
        <Box sx={{ mt: 1.5 }}>
          <CaseDifferences name={name} expectedText={expected.text} outcome={outcome} />
          {outcome.problems.length === 0 ? (
            <Button
              size="small"
              variant="outlined"
              loading={isAccepting}
              aria-label={`Accept actual as expected for ${name}`}
              onClick={() => props.onAccept(outcome)}
              sx={{ mt: 1 }}
            >
              Accept actual as expected
            </Button>
          ) : null}
        </Box>
      )}
    </Box>
  );
}

/** "64483-LT", "J1100 ×10". */
function lineText({ code, modifiers, units }: TemplateCaseRow['expected']['lines'][number]): string {
  const full = [code, modifiers].filter((text) => text !== '').join('-');
  return units === 1 ? full : `${full} ×${units}`;
}
