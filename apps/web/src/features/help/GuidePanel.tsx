import CloseIcon from '@mui/icons-material/Close';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import { Box, IconButton, Typography } from '@mui/material';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { guidePage } from './guide.ts';
import { bodyOf } from './guide-sections.ts';
import { GuideText } from './GuideText.tsx';

interface GuidePanelProps {
  /** The address of a guide page in the help, such as `/help/patients#search`. */
  readonly path: string;
  readonly titleId: string;
  /** Called with the address of a link to another part of the guide. */
  readonly onOpen: (path: string) => void;
  readonly onClose: () => void;
}

/** A page of the guide next to the page that the user works on. Links within the guide stay in the panel. */
export function GuidePanel({ path, titleId, onOpen, onClose }: GuidePanelProps) {
  const [address = ''] = path.split('#', 1);
  const page = guidePage(address.replace(/^\/help\/?/, ''));
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const [, anchor = ''] = path.split('#');
    const section =
      anchor === '' ? null : box.current?.querySelector<HTMLElement>(`[id="${CSS.escape(anchor)}"]`);
    if (section) section.tabIndex = -1;
    (section ?? title.current)?.focus({ preventScroll: true });
    if (section) section.scrollIntoView({ block: 'start' });
    else box.current?.scrollTo({ top: 0 });
  }, [path, box, title]);
  const stay = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const link = event.target.closest('a');
    if (link === null || link.target !== '' || link.hasAttribute('data-leaves')) return;
    event.preventDefault();
    const { pathname, hash } = new URL(link.href);
    onOpen(`${pathname.startsWith('/help') ? pathname : address}${hash}`);
  };
  return (
    <Box
      onClickCapture={stay}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        minHeight: 0,
        overflowWrap: 'anywhere',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          px: 2,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography
          id={titleId}
          ref={title}
          component="h2"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, fontSize: '1.125rem', fontWeight: 650, outline: 'none' }}
        >
          {page?.title ?? 'Help'}
        </Typography>
        <IconButton component={Link} to={path} data-leaves aria-label="Open in Help" onClick={onClose}>
          <OpenInFullIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label="Close help" edge="end" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box
        ref={box}
        component="section"
        aria-labelledby={titleId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, pb: 3 }}
      >
        {page === undefined ? (
          <EmptyState text="The guide has no page for this." />
        ) : (
          <GuideText markdown={bodyOf(page.markdown)} />
        )}
      </Box>
    </Box>
  );
}
