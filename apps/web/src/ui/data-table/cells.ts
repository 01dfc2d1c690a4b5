import type { Column } from './types.ts';

/** Minimum size of a touch target, in px (WCAG 2.2, 2.5.5). */
const TOUCH_TARGET = 44;

/** Makes a row's buttons and checkboxes large enough for touch on narrow screens. */
export const touchSx = {
  minWidth: { xs: TOUCH_TARGET, md: 0 },
  minHeight: { xs: TOUCH_TARGET, md: 0 },
};

/** The classes (list.css) of a cell in a column. */
export const cellClass = <Row, K extends string>({ align = 'left', kind = 'name' }: Column<Row, K>): string =>
  `list-cell list-${kind}${align === 'left' ? '' : ` list-${align}`}`;
