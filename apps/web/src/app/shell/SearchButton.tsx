import SearchIcon from '@mui/icons-material/Search';
import { Box, ButtonBase, IconButton, Tooltip } from '@mui/material';
import { visuallyHidden } from '#ui/visually-hidden.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const KEYS = 'Control+K Meta+K';

/** Opens the search of everything: looks like a search field, and is an icon on a phone. */
export function SearchButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <>
      <Tooltip title="Search">
        <IconButton
          color="inherit"
          aria-label="Search everything"
          aria-keyshortcuts={KEYS}
          onClick={onClick}
          sx={{ display: { sm: 'none' } }}
        >
          <SearchIcon />
        </IconButton>
      </Tooltip>
      <ButtonBase
        aria-keyshortcuts={KEYS}
        onClick={onClick}
        sx={{
          display: { xs: 'none', sm: 'flex' },
          width: { sm: 180, lg: 280 },
          height: 36,
          px: 1.25,
          gap: 1,
          justifyContent: 'flex-start',
          borderRadius: 1,
          bgcolor: 'action.selected',
          color: 'text.secondary',
          font: 'inherit',
          '&:hover': { color: 'text.primary' },
          '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        <SearchIcon aria-hidden fontSize="small" />
        <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
          Search
          <Box component="span" sx={visuallyHidden}>
            {' '}
            everything
          </Box>
        </Box>
        <Box component="kbd" sx={{ fontFamily: 'inherit', fontSize: '0.75rem' }}>
          {isMac ? '⌘K' : 'Ctrl K'}
        </Box>
      </ButtonBase>
    </>
  );
}
