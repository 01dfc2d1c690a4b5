/** Height of a row with icon buttons, in px. Placeholders use it too, so that the layout does not shift. */
const ROW_HEIGHT = 40;

/** Style of every table cell. Long words are broken instead of widening the column. */
export const cellSx = {
  py: 0.25,
  px: 1.25,
  height: ROW_HEIGHT,
  maxWidth: '40ch',
  overflowWrap: 'break-word',
} as const;

/** Minimum size of a touch target, in px (WCAG 2.2, 2.5.5). */
const TOUCH_TARGET = 44;

/** Makes a row's buttons and checkboxes large enough for touch on narrow screens. */
export const touchSx = {
  minWidth: { xs: TOUCH_TARGET, md: 0 },
  minHeight: { xs: TOUCH_TARGET, md: 0 },
};

/** Style of the cells in the actions column. */
export const actionsSx = {
  width: '1%',
  whiteSpace: 'nowrap',
  textAlign: 'right',
  '@media print': { display: 'none' },
};

/** Hides a column on narrow screens. */
export const hiddenSx = ({ hideBelow }: { readonly hideBelow?: 'md' | 'lg' | 'xl' }) =>
  hideBelow === undefined ? {} : { display: { xs: 'none', [hideBelow]: 'table-cell' } };

/** Style of a dimmed row. Uses colors instead of opacity, to keep it readable. */
export const dimmedSx = {
  bgcolor: 'action.hover',
  '& th, & td, & dd, & > div': { color: 'text.secondary', fontWeight: 400 },
};
