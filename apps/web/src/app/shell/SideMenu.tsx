import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import KeyboardDoubleArrowRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import { Box, Drawer } from '@mui/material';
import { MenuList } from './MenuList.tsx';
import { useMenuChoices } from './use-menu-choices.ts';

/** In pixels. */
const MENU_WIDTH = 240;
const RAIL_WIDTH = 60;

interface SideMenuProps {
  /** Whether the temporary drawer is open (narrow screens only). */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const paperOf = (width: number) =>
  ({ width, boxSizing: 'border-box', border: 0, bgcolor: 'background.default' }) as const;

/** The side menu: permanent on wide screens, opened with the menu button on narrow ones. */
export function SideMenu({ isOpen, onClose }: SideMenuProps) {
  const { isNarrow, toggleWidth } = useMenuChoices();
  const width = isNarrow ? RAIL_WIDTH : MENU_WIDTH;
  const Arrow = isNarrow ? KeyboardDoubleArrowRight : KeyboardDoubleArrowLeft;
  const action = isNarrow ? 'Widen menu' : 'Narrow menu';
  return (
    <Box sx={{ width: { md: width }, flexShrink: 0, '@media print': { display: 'none' } }}>
      <Drawer
        open={isOpen}
        onClose={onClose}
        slotProps={{ paper: { sx: paperOf(MENU_WIDTH), 'aria-label': 'Menu' } }}
        sx={{ display: { md: 'none' } }}
      >
        <MenuList onNavigate={onClose} />
      </Drawer>
      <Drawer
        variant="permanent"
        slotProps={{ paper: { sx: paperOf(width) } }}
        sx={{ display: { xs: 'none', md: 'block' } }}
      >
        <MenuList isNarrow={isNarrow} />
        <div className={isNarrow ? 'menu-width menu-narrow' : 'menu-width'}>
          <button type="button" className="menu-entry" title={action} onClick={toggleWidth}>
            <Arrow />
            <span className="menu-label">{action}</span>
          </button>
        </div>
      </Drawer>
    </Box>
  );
}
