/** Minimum size of a touch target, in px (WCAG 2.2, 2.5.5). */
const TOUCH_TARGET = 44;

/** Makes a row's buttons and checkboxes large enough for touch on narrow screens. */
export const touchSx = {
  minWidth: { xs: TOUCH_TARGET, md: 0 },
  minHeight: { xs: TOUCH_TARGET, md: 0 },
};

interface CellOptions {
  readonly align?: 'left' | 'center' | 'right';
  readonly hideBelow?: 'md' | 'lg' | 'xl';
}

/** The classes (list.css) of a cell in a column. */
export function cellClass({ align = 'left', hideBelow }: CellOptions): string {
  const alignment = align === 'left' ? '' : ` list-${align}`;
  return `list-cell${alignment}${hideBelow === undefined ? '' : ` list-from-${hideBelow}`}`;
}
