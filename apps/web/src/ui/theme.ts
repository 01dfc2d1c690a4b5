import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type Theme } from '@mui/material';
import { FORCED_COLORS } from './forced-colors.ts';
import { CHIP_COLORS, DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';

/** Background of floating elements in the dark scheme. */
export const FLOATING_DARK = '#1f2a35';

/** Style of floating elements in the dark scheme: lighter, with a border, because shadows are not visible. */
const floating = ({ theme }: { readonly theme: Theme }) =>
  theme.applyStyles('dark', {
    backgroundImage: 'none',
    backgroundColor: FLOATING_DARK,
    border: `1px solid ${theme.vars.palette.divider}`,
  });

/** Touch screens and narrow ones, where every target is at least 44 px high and wide (WCAG 2.2, 2.5.5). */
const TOUCH = '@media (max-width: 599.95px), (pointer: coarse)';
/** Screens so short that bars which stay in sight leave no room for the page, such as any screen at a zoom of 400 % (WCAG 2.2, 1.4.10). */
const SHORT = '@media (max-height: 480px)';
const HIGH = { [TOUCH]: { minHeight: 44 } };
const LARGE = { [TOUCH]: { minWidth: 44, minHeight: 44 } };
/** Makes the area that reacts to a finger larger than the text, without moving the text around it. */
const REACH = {
  [TOUCH]: {
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlock: -14,
      insetInline: -8,
    },
  },
} as const;

const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/**
 * The portal's theme: dark blue primary and orange secondary color, light and dark color schemes as CSS variables on
 * `<html data-light|data-dark>`, 14 px text, small controls, radius 8, flat surfaces. MUI draws the focus ring and respects
 * the system's reduced-motion setting.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: { light: { palette: LIGHT_PALETTE }, dark: { palette: DARK_PALETTE } },
  focusVisible: true,
  motion: { reducedMotion: 'system' },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: FONT,
    h1: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.01em' },
    h2: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35 },
    h3: { fontSize: '0.9375rem', fontWeight: 650, lineHeight: 1.4 },
    h4: { fontSize: '0.875rem', fontWeight: 650, lineHeight: 1.4 },
    subtitle1: { fontSize: '0.9375rem', fontWeight: 500 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 600 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none' },
    caption: { fontSize: '0.75rem', lineHeight: 1.5 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        // Focused and scrolled-to elements must not be hidden behind the top bar.
        html: {
          scrollbarColor: 'color-mix(in srgb, var(--mui-palette-text-disabled) 55%, transparent) transparent',
          scrollPaddingTop: 112,
          '&:has([data-sticky-header])': { scrollPaddingTop: 168 },
          [TOUCH]: { scrollPaddingBottom: 72 },
          [SHORT]: { scrollPadding: '0 !important' },
        },
        // Where scrollbars take room, lists have two of them.
        '*': { scrollbarWidth: 'thin' },
        '[data-sticks]': { [SHORT]: { position: 'static !important' } },
        // The heading is focused after navigation for screen readers only, so it needs no focus ring.
        '[data-page-heading]:focus': { outline: 'none' },
        '.MuiLink-root:focus-visible': { borderRadius: 2 },
        // Otherwise the print shows the colors of the dark scheme, which are about to change.
        '@media print': { '*': { transition: 'none !important' } },
        ...FORCED_COLORS,
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          fontSize: '0.875rem',
          variants: (['error', 'warning', 'info', 'success'] as const).map((severity) => ({
            props: { variant: 'standard' as const, severity },
            style: ({ theme: current }) => ({
              backgroundColor: current.alpha(current.vars.palette[severity].main, 0.09),
              border: `1px solid ${current.alpha(current.vars.palette[severity].main, 0.3)}`,
              // On phones, buttons wrap below the text to leave it enough width.
              [current.breakpoints.down('sm')]: {
                flexWrap: 'wrap',
                '& .MuiAlert-message': { flex: '1 1 70%' },
              },
            }),
          })),
        },
      },
    },
    MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: LARGE } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiCheckbox: { styleOverrides: { root: LARGE } },
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        clickable: HIGH,
        root: {
          fontWeight: 600,
          fontSize: '0.75rem',
          borderRadius: 6,
          // White text needs its background on paper, too.
          printColorAdjust: 'exact',
          variants: CHIP_COLORS.map((color) => ({
            props: { variant: 'filled' as const, color },
            // A tint instead of the full color keeps lists of chips calm, and the text meets WCAG AA in both schemes.
            style: ({ theme: current }) => ({
              backgroundColor: current.alpha(current.vars.palette[color].main, 0.14),
              color: current.vars.palette[color].dark,
              ...current.applyStyles('dark', { color: current.vars.palette[color].light }),
            }),
          })),
        },
        label: { paddingLeft: 8, paddingRight: 8 },
      },
    },
    MuiAutocomplete: {
      // Paper is flat by default, but the options float above the form, like menus.
      defaultProps: { slotProps: { paper: { elevation: 8 } } },
      styleOverrides: { paper: floating },
    },
    MuiDialog: { styleOverrides: { paper: floating } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiDialogTitle: { defaultProps: { component: 'h2', variant: 'h2' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiFormControlLabel: { styleOverrides: { root: HIGH } },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2 } } },
    MuiIconButton: { styleOverrides: { root: LARGE } },
    MuiInputBase: {
      styleOverrides: {
        root: HIGH,
        // Below 16 px, phone browsers zoom into the field.
        input: { '@media (pointer: coarse)': { fontSize: '1rem' } },
      },
    },
    MuiLink: { styleOverrides: { root: REACH } },
    MuiListItemButton: { styleOverrides: { root: HIGH } },
    MuiMenuItem: { styleOverrides: { root: HIGH } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: current }) => ({
          // Makes read-only fields look different from editable ones.
          '&:has(> input[readonly])': { backgroundColor: current.vars.palette.action.hover },
        }),
        notchedOutline: ({ theme: current }) => ({
          borderColor: '#7b8794',
          ...current.applyStyles('dark', { borderColor: '#7e8b99' }),
        }),
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiRadio: { styleOverrides: { root: LARGE } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiTable: { defaultProps: { size: 'small' } },
    MuiTableCell: {
      styleOverrides: {
        root: ({ theme: current }) => ({ borderColor: current.vars.palette.divider }),
        alignRight: { fontVariantNumeric: 'tabular-nums' },
        head: { fontSize: '0.8125rem', fontWeight: 600 },
        body: { fontSize: '0.875rem' },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: HIGH } },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiToggleButton: { styleOverrides: { root: HIGH } },
    MuiTooltip: { defaultProps: { enterDelay: 400 }, styleOverrides: { tooltip: { fontSize: '0.75rem' } } },
  },
});
