import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface NewLinkProps {
  readonly to: string;
  readonly variant?: 'contained' | 'outlined';
  readonly icon?: ReactNode;
  readonly children: string;
}

/** Link of a list to the form for a new record, which the key `n` opens too. */
export function NewLink({ to, variant = 'contained', icon = <AddIcon />, children }: NewLinkProps) {
  return (
    <Button component={Link} to={to} variant={variant} startIcon={icon} aria-keyshortcuts="n">
      {children}
    </Button>
  );
}
