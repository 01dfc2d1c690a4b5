import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { useIsPhone } from '#ui/use-screen.ts';
import { usePage } from '../guards/use-page.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The current page's title, the theme switch and the account menu (spec 1 §2.1). */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const page = usePage();
  const isPhone = useIsPhone();
  const { firstName, lastName } = useCurrentUser();
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
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="p" noWrap sx={{ fontSize: '1rem', fontWeight: 600, lineHeight: 1.3 }}>
            {page?.title ?? PRODUCT_TITLE}
          </Typography>
          {/* The account button has no room for the name here, but tells it to screen readers. */}
          {isPhone ? (
            <Typography aria-hidden component="p" noWrap variant="caption" color="textSecondary">
              {`${firstName} ${lastName}`}
            </Typography>
          ) : null}
        </Box>
        <ThemeSwitch />
        <AccountMenu />
      </Toolbar>
      <RouteProgress />
    </AppBar>
  );
}
