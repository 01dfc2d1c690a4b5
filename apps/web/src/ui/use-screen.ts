import useMediaQuery from '@mui/material/useMediaQuery';
import { theme } from './theme.ts';

/** A phone: lists become cards. */
export const useIsPhone = (): boolean => useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });

/** No room for several buttons in a row: a phone, or a tablet beside the menu. */
export const useIsNarrow = (): boolean => useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
