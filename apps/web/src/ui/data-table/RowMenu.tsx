import MoreVertIcon from '@mui/icons-material/MoreVert';
import { IconButton, ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { touchSx } from './cells.ts';
import type { RowActionsProps } from './types.ts';

/** A row's actions in a menu. */
export function RowMenu<Row>({ row, rowLabel, actions }: RowActionsProps<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        id={`${id}-button`}
        size="small"
        aria-label={`Actions for ${rowLabel}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={touchSx}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={isOpen}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {actions.map((action) => {
          const isDisabled = action.isDisabled?.(row) === true;
          const content = (
            <>
              <ListItemIcon>{action.icon}</ListItemIcon>
              {action.label}
            </>
          );
          return 'to' in action ? (
            <MenuItem key={action.label} disabled={isDisabled} component={RouterLink} to={action.to(row)}>
              {content}
            </MenuItem>
          ) : (
            <MenuItem
              key={action.label}
              disabled={isDisabled}
              onClick={() => {
                close();
                action.onClick(row);
              }}
            >
              {content}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
