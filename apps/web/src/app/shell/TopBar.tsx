import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { usePage } from '../guards/use-page.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The current page's title, the theme switch and the account menu (spec 1 §2.1). */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const page = usePage();
  return (
    <AppBar
      position="sticky"
      elevation={0}
      color="inherit"
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        '@media print': { display: 'none' },
      }}
    >
      <Toolbar variant="dense" sx={{ gap: 1, minHeight: 56 }}>
        <IconButton
          edge="start"
          color="inherit"
          aria-label="Open menu"
          onClick={onMenu}
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Typography component="p" noWrap sx={{ flex: 1, fontSize: '1rem', fontWeight: 600 }}>
          {page?.title ?? PRODUCT_TITLE}
        </Typography>
        <ThemeSwitch />
        <AccountMenu />
      </Toolbar>
      <RouteProgress />
    </AppBar>
  );
}
