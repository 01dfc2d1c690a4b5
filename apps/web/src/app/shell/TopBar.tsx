import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import { AppBar, Box, IconButton, keyframes, Toolbar, Tooltip, Typography } from '@mui/material';
import { DraftsButton } from '#features/form-drafts/DraftsButton.tsx';
import { useDraftCount } from '#features/form-drafts/use-draft-count.ts';
import { NotificationBell } from '#features/notifications/NotificationBell.tsx';
import { useState, type RefObject } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { ToastOutlet } from '#ui/ToastOutlet.tsx';
import { usePage } from '../guards/use-page.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { SearchButton } from './SearchButton.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const DraftsPanel = lazyPart(
  async () => (await import('#features/form-drafts/DraftsPanel.tsx')).DraftsPanel,
  {
    waiting: null,
    failed: (failure, { isOpen, onClose }) => (
      <PartFailureDialog open={isOpen} onClose={onClose} failure={failure} />
    ),
  },
);

interface TopBarProps {
  readonly onMenu: () => void;
  /** Opens the search of everything. */
  readonly onSearch: () => void;
  /** Opens the list of keys. */
  readonly onKeys: () => void;
  readonly isHelpOpen: boolean;
  readonly helpButton: RefObject<HTMLButtonElement | null>;
  /** Opens or closes the help for the page. */
  readonly onHelp: () => void;
}

/**
 * The current page's title, the search, the notifications, the theme switch and the account menu. Toasts appear next to the title,
 * where they cover nothing and never move the page below.
 */
export function TopBar({ onMenu, onSearch, onKeys, isHelpOpen, helpButton, onHelp }: TopBarProps) {
  const page = usePage();
  const draftCount = useDraftCount();
  const [isDraftsOpen, setDraftsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const openDrafts = () => {
    setOpenings(openings + 1);
    setDraftsOpen(true);
  };
  return (
    <AppBar position="sticky" data-sticks elevation={0} color="inherit" sx={BAR}>
      <Toolbar
        variant="dense"
        sx={{ columnGap: 1, minHeight: { md: 56 }, flexWrap: { xs: 'wrap', md: 'nowrap' } }}
      >
        <IconButton
          edge="start"
          color="inherit"
          aria-label="Open menu"
          onClick={onMenu}
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Box sx={{ display: { md: 'none' }, flex: 1, minWidth: 0, my: 1.5 }}>
          {/* A phone only has room for the buttons. */}
          <Typography
            component="p"
            noWrap
            sx={{ display: { xs: 'none', sm: 'block' }, fontWeight: 700, color: 'primary.main' }}
          >
            {PRODUCT_TITLE}
          </Typography>
        </Box>
        <Box sx={TITLE_ROW}>
          <Typography component="p" noWrap sx={TITLE}>
            {page?.title ?? PRODUCT_TITLE}
          </Typography>
          <ToastOutlet sx={TOAST} />
        </Box>
        <SearchButton onClick={onSearch} />
        {draftCount === 0 ? null : (
          <DraftsButton count={draftCount} isOpen={isDraftsOpen} onOpen={openDrafts} />
        )}
        <NotificationBell />
        <Tooltip title="Help for this page">
          <IconButton
            ref={helpButton}
            color="inherit"
            aria-label="Help for this page"
            aria-expanded={isHelpOpen}
            onClick={onHelp}
          >
            <HelpOutlineIcon />
          </IconButton>
        </Tooltip>
        <ThemeSwitch />
        <AccountMenu onKeys={onKeys} draftCount={draftCount} onDrafts={openDrafts} />
      </Toolbar>
      {/* Another opening is another attempt, if the panel could not be loaded. */}
      {openings > 0 ? (
        <DraftsPanel key={openings} isOpen={isDraftsOpen} onClose={() => setDraftsOpen(false)} />
      ) : null}
    </AppBar>
  );
}

/** A part of the page at first; what scrolls below it is set apart by a line. */
const BAR = {
  bgcolor: 'background.default',
  '@supports (animation-timeline: scroll())': {
    animation: `${keyframes({ to: { boxShadow: '0 1px var(--mui-palette-divider)' } })} linear both`,
    animationTimeline: 'scroll()',
    animationRange: '0 16px',
  },
  '@media print': { display: 'none' },
};

/** Below the buttons on narrow screens, between them on wide ones. The height is the same with and without a toast. */
const TITLE_ROW = {
  order: { xs: 1, md: 0 },
  flex: { xs: '1 0 100%', md: '1 1 0' },
  minWidth: 0,
  minHeight: { xs: 44, md: 56 },
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 1, md: 2 },
};

/** Stays readable beside a toast. */
const TITLE = {
  flex: '1 0 auto',
  maxWidth: '100%',
  typography: 'h2',
  '&:not(:has(+ :empty))': { maxWidth: '40%' },
};

const TOAST = {
  display: 'flex',
  '&:empty': { display: 'none' },
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: { md: 'min(720px, 100%)' },
};
