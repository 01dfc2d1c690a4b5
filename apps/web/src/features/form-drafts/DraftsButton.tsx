import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import { Badge, IconButton, Tooltip } from '@mui/material';

interface DraftsButtonProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Opens the list of drafts. On a phone, the account menu does. */
export function DraftsButton({ count, isOpen, onOpen }: DraftsButtonProps) {
  return (
    <Tooltip title="Drafts">
      <IconButton
        color="inherit"
        aria-label={`Drafts, ${count}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <Badge badgeContent={count} color="secondary" overlap="circular">
          <EditNoteOutlined />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
