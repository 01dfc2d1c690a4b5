import {
  Button,
  Card,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { formatDateUs } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import { useId } from 'react';
import { ActiveChip, DeceasedChip } from '#ui/StatusChip.tsx';
import { duplicateReasons } from './duplicate-reasons.ts';
import type { Duplicate } from './use-duplicate-check.ts';

interface DuplicatesDialogProps {
  readonly open: boolean;
  readonly matches: readonly Duplicate[];
  /** Further patients, which the user may not view. */
  readonly unseenCount: number;
  readonly onSave: () => void;
  readonly onBack: () => void;
  readonly onOpen: (patient: Duplicate) => void;
  /** Called after the closing transition. */
  readonly onClosed: () => void;
}

/** Shows likely duplicates before a patient is saved; the user decides. */
export function DuplicatesDialog({
  open,
  matches,
  unseenCount,
  onSave,
  onBack,
  onOpen,
  onClosed,
}: DuplicatesDialogProps) {
  const count = matches.length + unseenCount;
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={onBack}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={titleId}>Possible duplicate</DialogTitle>
      <DialogContent>
        <DialogContentText color="textPrimary">
          {count === 1 ? 'A patient' : `${count} patients`} on file may be the same person.{' '}
          {unseenCount > 0
            ? 'You do not have permission to view patients. Ask a colleague to look before you save.'
            : 'If you open an existing patient, you leave this form and your entries are not saved.'}
        </DialogContentText>
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
          {matches.map((match) => (
            <MatchCard key={match.id} match={match} onOpen={() => onOpen(match)} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>Go back</Button>
        <Button onClick={onSave} variant="outlined">
          Save anyway
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function MatchCard({ match, onOpen }: { readonly match: Duplicate; readonly onOpen: () => void }) {
  const name = fullName(match.firstName, match.lastName);
  const facts = [
    `MRN ${match.medicalRecordNumber}`,
    `Born ${formatDateUs(match.dateOfBirth)}`,
    ...(match.phone === null ? [] : [formatPhone(match.phone)]),
  ];
  return (
    <Card component="li" sx={{ px: 1.5, py: 1 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Stack sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
            <DeceasedChip patient={match} />
            {match.isActive ? null : <ActiveChip active={false} />}
          </Stack>
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
            {facts.map((fact) => (
              <Typography key={fact} variant="body2" color="textSecondary">
                {fact}
              </Typography>
            ))}
          </Stack>
          <Typography variant="body2" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {duplicateReasons(match.reasons)}
          </Typography>
        </Stack>
        <Button size="small" variant="outlined" aria-label={`Open existing patient ${name}`} onClick={onOpen}>
          Open existing
        </Button>
      </Stack>
    </Card>
  );
}
