import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Button, IconButton, ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useIsPhone } from './use-screen.ts';

/** What can be done with the record of a page. */
export type HeaderAction = {
  readonly label: string;
  readonly icon: ReactNode;
  /** `main`: the one thing that people come for. `rare`: always in the menu. */
  readonly rank?: 'main' | 'rare';
  readonly isDisabled?: boolean;
} & ({ readonly to: string } | { readonly onClick: () => void });

/** The actions of a page's header: as buttons with a menu of the rare ones; on a phone, the main one and a menu of the others. */
export function HeaderActions({ actions }: { readonly actions: readonly HeaderAction[] }) {
  const isPhone = useIsPhone();
  const isInMenu = ({ rank }: HeaderAction) => rank === 'rare' || (isPhone && rank !== 'main');
  const inMenu = actions.filter(isInMenu);
  return (
    <>
      {actions
        .filter((action) => !isInMenu(action))
        .map((action) => (
          <Button
            key={action.label}
            variant={action.rank === 'main' ? 'contained' : 'outlined'}
            startIcon={action.icon}
            disabled={action.isDisabled}
            {...targetOf(action)}
          >
            {action.label}
          </Button>
        ))}
      {inMenu.length === 0 ? null : <MoreMenu actions={inMenu} />}
    </>
  );
}

const targetOf = (action: HeaderAction) =>
  'to' in action ? { component: RouterLink, to: action.to } : { onClick: action.onClick };

function MoreMenu({ actions }: { readonly actions: readonly HeaderAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        id={`${id}-button`}
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={isOpen}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            disabled={action.isDisabled === true}
            {...('to' in action && { component: RouterLink, to: action.to })}
            onClick={() => {
              close();
              if ('onClick' in action) action.onClick();
            }}
          >
            <ListItemIcon>{action.icon}</ListItemIcon>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
