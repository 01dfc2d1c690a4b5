import { Box, List, ListItem, ListItemButton, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { currentEntry, visibleEntries, type NavigationEntry } from '../navigation.ts';

/** The product's tagline. */
const TAGLINE = 'HIPAA Compliant Management System';

/** The menu entries that the user may see, with the current page's entry highlighted. */
export function MenuList({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { passes } = useAccess();
  const { pathname } = useLocation();
  const entries = visibleEntries(passes);
  const current = currentEntry(pathname, entries);
  return (
    <Box component="nav" aria-label="Main">
      <Box
        sx={{
          minHeight: 56,
          boxSizing: 'content-box',
          // Tagline and labels fit beside a scroll bar of 16 px.
          px: 1.25,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography sx={{ fontWeight: 700, fontSize: '1.0625rem', lineHeight: 1.3, color: 'primary.main' }}>
          {PRODUCT_TITLE}
        </Typography>
        <Typography
          component="p"
          noWrap
          color="textSecondary"
          sx={{ fontSize: '0.6875rem', lineHeight: 1.4, letterSpacing: '-0.01em' }}
        >
          {TAGLINE}
        </Typography>
      </Box>
      <List sx={{ px: 0.5, py: 1 }}>
        {entries.map((entry) => (
          <MenuEntry key={entry.path} entry={entry} isCurrent={entry === current} onNavigate={onNavigate} />
        ))}
      </List>
    </Box>
  );
}

interface MenuEntryProps {
  readonly entry: NavigationEntry;
  readonly isCurrent: boolean;
  readonly onNavigate: (() => void) | undefined;
}

/** Rendered again only if the page becomes or was the current one: a full menu takes longer than some pages. */
const MenuEntry = memo(function MenuEntry({ entry, isCurrent, onNavigate }: MenuEntryProps) {
  const { path, label, icon: Icon, Badge } = entry;
  return (
    <ListItem disablePadding sx={{ mb: 0.25 }}>
      <ListItemButton
        component={Link}
        to={path}
        selected={isCurrent}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
        sx={{
          borderRadius: 1,
          // On wide screens, an administrator's full menu fits into a height of 900 pixels.
          py: { xs: 0.75, md: 0.25 },
          px: 1.5,
          '&.Mui-selected': {
            color: 'primary.main',
            '& .MuiListItemIcon-root': { color: 'primary.main' },
          },
        }}
      >
        <ListItemIcon sx={{ minWidth: 32 }}>
          <Icon />
        </ListItemIcon>
        <ListItemText
          primary={label}
          slotProps={{ primary: { sx: { fontWeight: isCurrent ? 600 : 500 } } }}
        />
        {Badge === undefined ? null : <Badge />}
      </ListItemButton>
    </ListItem>
  );
});
