import { useMediaQuery } from '@mui/material';
import { theme } from './theme/theme.ts';
import { useWhilePrinting } from './use-while-printing.ts';

/** Whether the screen is a phone, where lists become cards. Paper never is, wherever it is printed from. */
export function useIsPhone(): boolean {
  const isPrinting = useWhilePrinting(() => true) === true;
  const isSmall = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  return isSmall && !isPrinting;
}

/** Whether the screen is too narrow for several buttons in a row: a phone, or a tablet with the menu open. */
export const useIsNarrow = (): boolean => useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });

/** How much room a list has beside the side menu: on a screen below `lg`, below 1,400 px, below `xl`, or wider. */
export const LIST_WIDTHS = ['narrow', 'medium', 'wide', 'full'] as const;
export type ListWidth = (typeof LIST_WIDTHS)[number];

/** The current width of lists. Paper is `full`: its smaller text has room for every column. */
export function useListWidth(): ListWidth {
  const isPrinting = useWhilePrinting(() => true) === true;
  const isNarrow = useMediaQuery(theme.breakpoints.down('lg'), { noSsr: true });
  const isMedium = useMediaQuery(theme.breakpoints.down(1400), { noSsr: true });
  const isWide = useMediaQuery(theme.breakpoints.down('xl'), { noSsr: true });
  if (isPrinting) return 'full';
  return isNarrow ? 'narrow' : isMedium ? 'medium' : isWide ? 'wide' : 'full';
}

/** Whether there is room for a column next to a text of full width. */
export const useIsWide = (): boolean => useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true });
