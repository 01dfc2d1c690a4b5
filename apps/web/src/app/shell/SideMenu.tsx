import { Box, Drawer } from '@mui/material';
import { MenuList } from './MenuList.tsx';

/** In pixels. */
export const MENU_WIDTH = 240;

interface SideMenuProps {
  /** Whether the temporary drawer is open (narrow screens only). */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const paper = { width: MENU_WIDTH, boxSizing: 'border-box' } as const;

/** The side menu: permanent on wide screens, opened with the menu button on narrow ones. */
export function SideMenu({ isOpen, onClose }: SideMenuProps) {
  return (
    <Box sx={{ width: { md: MENU_WIDTH }, flexShrink: 0, '@media print': { display: 'none' } }}>
      <Drawer
        open={isOpen}
        onClose={onClose}
        slotProps={{ paper: { sx: paper, 'aria-label': 'Menu' } }}
        sx={{ display: { md: 'none' } }}
      >
        <MenuList onNavigate={onClose} />
      </Drawer>
      <Drawer
        variant="permanent"
        slotProps={{ paper: { sx: paper } }}
        sx={{ display: { xs: 'none', md: 'block' } }}
      >
        <MenuList />
      </Drawer>
    </Box>
  );
}
