/** The height of a row with icon buttons, in px; placeholders keep it so that nothing jumps. */
const ROW_HEIGHT = 40;

/** Every cell of a table. One word without a break is broken instead of pushing the other columns away. */
export const cellSx = {
  py: 0.25,
  px: 1.25,
  height: ROW_HEIGHT,
  maxWidth: '40ch',
  overflowWrap: 'break-word',
} as const;

/** The least size of what a finger taps, in px (WCAG 2.2, 2.5.5). */
const TOUCH_TARGET = 44;

/** A row's buttons and boxes are large enough for a finger where the screen is narrow. */
export const touchSx = {
  minWidth: { xs: TOUCH_TARGET, md: 0 },
  minHeight: { xs: TOUCH_TARGET, md: 0 },
};

/** The cells of the column of actions. */
export const actionsSx = {
  width: '1%',
  whiteSpace: 'nowrap',
  textAlign: 'right',
  '@media print': { display: 'none' },
};

/** Leaves a column out on narrow screens. */
export const hiddenSx = ({ hideBelow }: { readonly hideBelow?: 'md' | 'lg' | 'xl' }) =>
  hideBelow === undefined ? {} : { display: { xs: 'none', [hideBelow]: 'table-cell' } };

/** A row that stands back: still readable, so not by transparency. */
export const dimmedSx = {
  bgcolor: 'action.hover',
  '& th, & td, & dd, & > div': { color: 'text.secondary', fontWeight: 400 },
};
