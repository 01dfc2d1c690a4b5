import { Button } from '@mui/material';
import type { ReactNode } from 'react';

interface ActionProps {
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly isBusy?: boolean;
  readonly isMain?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A button for what can be done with the dictation being viewed. */
export function Action({ icon, keys, isBusy = false, isMain = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      startIcon={icon}
      loading={isBusy}
      loadingPosition="start"
      onClick={onClick}
      {...(keys !== undefined && { title: keys, 'aria-keyshortcuts': keys.replaceAll('Ctrl', 'Control') })}
    >
      {children}
    </Button>
  );
}
