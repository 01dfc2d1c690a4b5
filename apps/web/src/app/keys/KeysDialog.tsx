import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';
import { usePageKeys } from '#lib/keys/page-keys.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { useIsPhone } from '#ui/use-screen.ts';
import { helpPathFor } from '../help-path.ts';
import { visibleEntries } from '../navigation.ts';
import { areaKeys, KEY_GROUPS, type KeyGroup } from './key-table.ts';

/** The keys of the current page and of the portal, with a link to the help for the page, which "?" opens too. */
export function KeysDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const titleId = useId();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { pathname, search } = useLocation();
  const help = helpPathFor(pathname, search);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== '?') return;
        onClose();
        void navigate(help);
      }}
    >
      <DialogTitle id={titleId}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Keys />
      </DialogContent>
      <DialogActions>
        <Button component={RouterLink} to={help} onClick={onClose} aria-keyshortcuts="?">
          Help for this page
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Keys() {
  const { passes } = useAccess();
  const { letterShortcuts } = useCurrentUser().preferences;
  const pageKeys = usePageKeys();
  const groups: readonly KeyGroup[] = [
    ...(pageKeys.length === 0 ? [] : [{ title: 'On this page', entries: pageKeys }]),
    ...KEY_GROUPS,
    areaKeys(visibleEntries(passes)),
  ];
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {letterShortcuts
          ? 'Single letters work while you are not typing. '
          : 'Single-letter shortcuts are off. '}
        On a Mac, Command works like Ctrl. Switch single letters on or off in your{' '}
        <Link component={RouterLink} to="/profile">
          profile
        </Link>
        .
      </Typography>
      <Box sx={{ columns: { sm: 2 }, columnGap: 4 }}>
        {groups.map((group) => (
          <KeyList key={group.title} group={group} />
        ))}
      </Box>
    </>
  );
}

function KeyList({ group: { title, entries } }: { readonly group: KeyGroup }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ breakInside: 'avoid', mb: 2 }}>
      <Typography id={titleId} component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '9em 1fr', rowGap: 0.5, m: 0 }}>
        {entries.map(({ keys, label }) => (
          <Box key={`${keys} ${label}`} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2">
              <KeyNames keys={keys} />
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {label}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Keys as they look on a keyboard: "g p" are two keys, one after the other. */
function KeyNames({ keys }: { readonly keys: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.75,
        py: 0.125,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.75,
        bgcolor: 'action.hover',
        fontFamily: 'inherit',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      {keys}
    </Box>
  );
}
