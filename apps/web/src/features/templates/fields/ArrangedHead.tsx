import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp';
import { IconButton, Stack, Typography } from '@mui/material';

interface ArrangedHeadProps {
  readonly title: string;
  /** What the buttons call it: "column 2". */
  readonly name: string;
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** The head of a rule or a column in its list: its title, and buttons that move and remove it. */
export function ArrangedHead({ title, name, at, count, onMove, onRemove }: ArrangedHeadProps) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', mb: 1.5 }}>
      <Typography component="span" variant="subtitle2" sx={{ flex: 1 }}>
        {title}
      </Typography>
      <IconButton size="small" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => onMove(-1)}>
        <KeyboardArrowUpIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(1)}
      >
        <KeyboardArrowDownIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Stack>
  );
}
