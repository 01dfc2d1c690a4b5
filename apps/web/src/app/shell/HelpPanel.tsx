import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { lazy, Suspense, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { useIsWide } from '#ui/use-screen.ts';
import { helpPathFor } from '../help-path.ts';

const GuidePanel = lazy(async () => ({
  default: (await import('#features/help/GuidePanel.tsx')).GuidePanel,
}));

interface HelpPanelProps {
  readonly onClose: () => void;
}

/**
 * The guide for the current page: beside it on wide screens, over it on others, and in full screen on phones. It follows the user
 * to other pages and tabs.
 */
export function HelpPanel({ onClose }: HelpPanelProps) {
  const isWide = useIsWide();
  const titleId = useId();
  const { pathname, search } = useLocation();
  const ofPage = helpPathFor(pathname, search);
  const [shown, setShown] = useState({ ofPage, path: ofPage });
  if (shown.ofPage !== ofPage) setShown({ ofPage, path: ofPage });
  const guide = (
    <Suspense>
      <GuidePanel
        path={shown.path}
        titleId={titleId}
        onOpen={(path) => setShown({ ofPage, path })}
        onClose={onClose}
      />
    </Suspense>
  );
  if (!isWide)
    return (
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        slotProps={{
          paper: { 'aria-labelledby': titleId, role: 'dialog', sx: { width: { xs: '100%', sm: 440 } } },
        }}
      >
        {guide}
      </Drawer>
    );
  return (
    <Box
      component="aside"
      aria-label="Help"
      // Escape works even before the text has loaded.
      ref={focus}
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') onClose();
      }}
      sx={{
        position: 'sticky',
        top: 0,
        width: 420,
        height: '100dvh',
        flexShrink: 0,
        borderLeft: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        outline: 'none',
        '@media print': { display: 'none' },
      }}
    >
      {guide}
    </Box>
  );
}

const focus = (panel: HTMLElement | null) => panel?.focus();
