import { theme } from './theme/theme.ts';

const PHONE = theme.breakpoints.down('sm');
const BAR = {
  px: 1.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  '& > *': { flex: '1 1 auto' },
  '& > .MuiIconButton-root': { flex: '0 0 auto' },
  // Without icons, the labels of up to three buttons fit side by side.
  '& .MuiButton-startIcon': { display: 'none' },
} as const;

/** On a phone, keeps the buttons of a form at the bottom of the screen, within reach of the thumb. */
export const BOTTOM_BAR = {
  [PHONE]: { ...BAR, position: 'sticky', bottom: 0, zIndex: 3, mx: -1.5 },
} as const;

/** The same for buttons of the page's header. The page needs room for them at its end: `BOTTOM_BAR_ROOM`. */
export const FIXED_BOTTOM_BAR = {
  [PHONE]: {
    ...BAR,
    position: 'fixed',
    bottom: 0,
    insetInline: 0,
    zIndex: 'fab',
    '&:empty': { display: 'none' },
  },
} as const;

/** The end of a page with buttons at the bottom of the screen. */
export const BOTTOM_BAR_ROOM = { [PHONE]: { '&:has([data-bottom-bar] > *)': { pb: 16 } } } as const;
