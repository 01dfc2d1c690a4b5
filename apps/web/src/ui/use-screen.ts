import useMediaQuery from '@mui/material/useMediaQuery';
import { theme } from './theme.ts';

/** Whether the screen is a phone, where lists become cards. */
export const useIsPhone = (): boolean => useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });

/** Whether the screen is too narrow for several buttons in a row: a phone, or a tablet with the menu open. */
export const useIsNarrow = (): boolean => useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });

/** Whether there is room for a column next to a text of full width. */
export const useIsWide = (): boolean => useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true });
