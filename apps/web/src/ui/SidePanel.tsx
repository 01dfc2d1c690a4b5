import CloseOutlined from '@mui/icons-material/CloseOutlined';
import { Drawer, IconButton, Stack, Typography } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { rescueFocus } from './rescue-focus.ts';

interface SidePanelProps {
  readonly title: string;
  /** The name of the button that closes it. */
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** `leave` closes the panel for a page, which then has the focus. */
  readonly children: (leave: () => void) => ReactNode;
}

/** A panel at the right side, or the whole screen of a phone. */
export function SidePanel({ title, closeLabel, isOpen, onClose, actions, children }: SidePanelProps) {
  const titleId = useId();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      disableRestoreFocus={isLeaving}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 420 } },
        },
        transition: {
          onExited: () => {
            setLeaving(false);
            // The button that opened it may be gone.
            if (!isLeaving) rescueFocus();
          },
        },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1.5 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {actions}
        <IconButton aria-label={closeLabel} onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </Stack>
      {children(() => {
        setLeaving(true);
        onClose();
      })}
    </Drawer>
  );
}
