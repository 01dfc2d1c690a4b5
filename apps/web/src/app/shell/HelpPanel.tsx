import { Box, Button, Drawer, Stack, Typography } from '@mui/material';
import { useId, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartFailure } from '#ui/PartFailure.tsx';
import { useIsWide } from '#ui/use-screen.ts';
import { helpPathFor } from '../help-path.ts';

const GuidePanel = lazyPart(async () => (await import('#features/help/GuidePanel.tsx')).GuidePanel, {
  waiting: null,
  failed: (failure, { titleId, onClose }) => (
    <Stack spacing={2} sx={{ p: 2, alignItems: 'flex-start' }}>
      <Typography id={titleId} variant="h2">
        Help
      </Typography>
      <PartFailure {...failure} />
      <Button onClick={onClose}>Close</Button>
    </Stack>
  ),
});

/**
 * The guide for the current page: beside it on wide screens, over it on others, and in full screen on phones. It follows the user
 * to other pages and tabs.
 */
export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  const isWide = useIsWide();
  const titleId = useId();
  const { pathname, search } = useLocation();
  const ofPage = helpPathFor(pathname, search);
  const [shown, setShown] = useState({ ofPage, path: ofPage });
  if (shown.ofPage !== ofPage) setShown({ ofPage, path: ofPage });
  const guide = (
    <GuidePanel
      path={shown.path}
      titleId={titleId}
      onOpen={(path) => setShown({ ofPage, path })}
      onClose={onClose}
    />
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
