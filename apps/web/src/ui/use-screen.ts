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

/** Whether there is room for a column next to a text of full width. */
export const useIsWide = (): boolean => useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true });
