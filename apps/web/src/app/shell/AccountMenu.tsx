import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlineOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import {
  Avatar,
  Badge,
  Box,
  ButtonBase,
  ListItemIcon,
  ListSubheader,
  Menu,
  MenuItem,
  Typography,
} from '@mui/material';
import type { CurrentUser } from '@portal/contract/session';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { helpPathFor } from '../help-path.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { CountBadge } from '#ui/CountBadge.tsx';
import { useSignOut } from '#ui/form/use-sign-out.tsx';
import { theme } from '#ui/theme/theme.ts';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { initialsOf } from './initials.ts';

/** Below this width, in px, the top bar only has room for the initials. */
const NAME_FROM = 520;

interface AccountMenuProps {
  readonly onKeys: () => void;
  readonly draftCount: number;
  readonly onDrafts: () => void;
}

/** The signed-in user's name and avatar, which open a menu with Profile, Help, the keys and Logout. */
export function AccountMenu({ onKeys, draftCount, onDrafts }: AccountMenuProps) {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { signOut, question } = useSignOut();
  const close = () => setAnchor(null);
  return (
    <>
      <AccountButton user={user} draftCount={draftCount} isOpen={anchor !== null} onOpen={setAnchor} />
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <ListSubheader
          role="presentation"
          sx={{
            color: 'text.primary',
            fontWeight: 600,
            lineHeight: 2.5,
            bgcolor: 'transparent',
            overflowWrap: 'anywhere',
            [theme.breakpoints.up(NAME_FROM)]: { display: 'none' },
          }}
        >
          {nameOf(user)}
        </ListSubheader>
        {draftCount === 0 ? null : (
          <DraftsItem
            count={draftCount}
            onClick={() => {
              close();
              onDrafts();
            }}
          />
        )}
        <MenuItem component={Link} to="/profile" onClick={close}>
          <ListItemIcon>
            <PersonOutlined fontSize="small" />
          </ListItemIcon>
          Profile
        </MenuItem>
        <MenuItem component={Link} to={helpPathFor(pathname)} onClick={close}>
          <ListItemIcon>
            <HelpOutlined fontSize="small" />
          </ListItemIcon>
          Help
        </MenuItem>
        <MenuItem
          aria-keyshortcuts="?"
          onClick={() => {
            close();
            onKeys();
          }}
        >
          <ListItemIcon>
            <KeyboardOutlined fontSize="small" />
          </ListItemIcon>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            signOut();
          }}
        >
          <ListItemIcon>
            <LogoutOutlined fontSize="small" />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}

/** On phones, the top bar has no room for the drafts. */
const DraftsItem = ({ count, onClick }: { readonly count: number; readonly onClick: () => void }) => (
  <MenuItem onClick={onClick} sx={{ display: { sm: 'none' } }}>
    <ListItemIcon>
      <EditNoteOutlined fontSize="small" />
    </ListItemIcon>
    <Box component="span" sx={{ flex: 1 }}>
      Drafts
    </Box>
    <CountBadge count={count} text="to finish" />
  </MenuItem>
);

const nameOf = ({ firstName, lastName }: CurrentUser): string => `${firstName} ${lastName}`;

interface AccountButtonProps {
  readonly user: CurrentUser;
  readonly draftCount: number;
  readonly isOpen: boolean;
  readonly onOpen: (button: HTMLElement) => void;
}

function AccountButton({ user, draftCount, isOpen, onOpen }: AccountButtonProps) {
  return (
    <ButtonBase
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
      sx={{
        gap: 1,
        p: 0.5,
        minWidth: 44,
        minHeight: 44,
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Typography
        component="span"
        noWrap
        sx={{ maxWidth: 220, fontWeight: 500, [theme.breakpoints.down(NAME_FROM)]: visuallyHidden }}
      >
        {nameOf(user)}
      </Typography>
      <Box component="span" sx={visuallyHidden}>
        Account menu
      </Box>
      {/* On a phone, the drafts are in this menu. */}
      <Badge
        variant="dot"
        color="secondary"
        overlap="circular"
        invisible={draftCount === 0}
        sx={{ '& .MuiBadge-badge': { display: { sm: 'none' } } }}
      >
        <Avatar
          aria-hidden
          sx={{
            width: 32,
            height: 32,
            fontSize: '0.8125rem',
            fontWeight: 600,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {initialsOf(user)}
        </Avatar>
      </Badge>
    </ButtonBase>
  );
}
