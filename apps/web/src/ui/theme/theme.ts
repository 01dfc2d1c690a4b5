import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type CSSObject } from '@mui/material';
import { CONTROLS } from './controls.ts';
import { chipVariables, DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';
import { SHORT, TOUCH } from './screens.ts';
import { SURFACES } from './surfaces.ts';
import { FOCUS_RING, MOTION, RADIUS, ROW_HEIGHT, SHADOWS, TYPE } from './tokens.ts';

const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const RESTING = 'var(--shadow-resting)';
const FLOATING = 'var(--shadow-floating)';

const CHOSEN = [
  '.MuiListItemButton-root.Mui-selected',
  '.MuiMenuItem-root.Mui-selected',
  '.MuiToggleButton-root.Mui-selected',
  '.MuiAutocomplete-option.Mui-focused',
  '[role="option"][aria-selected="true"]:not(.MuiAutocomplete-option)',
  '[aria-pressed="true"]',
].join(', ');

/**
 * Styles for forced colors, such as Windows contrast themes. The browser drops shadows and replaces every color that is not a system color,
 * so what only a background or shadow shows needs a border or a system color
 * (developer.mozilla.org/en-US/docs/Web/CSS/@media/forced-colors, read 2026-11-26).
 */
const FORCED_COLORS: CSSObject = {
  '@media (forced-colors: active)': {
    ':focus-visible, .Mui-focusVisible': { outlineColor: 'Highlight !important' },
    '::placeholder': { opacity: '1 !important' },
    // Firefox would give a fieldset the color of its background.
    '.MuiOutlinedInput-notchedOutline': { borderColor: 'CanvasText !important' },
    '.Mui-focused > .MuiOutlinedInput-notchedOutline': { borderColor: 'Highlight !important' },
    '.Mui-disabled > .MuiOutlinedInput-notchedOutline': { borderColor: 'GrayText !important' },
    '.MuiTabs-indicator, .MuiLinearProgress-bar': { backgroundColor: 'Highlight !important' },
    '.MuiButton-contained, .MuiChip-filled, .list-chip, .MuiCard-root, .MuiBadge-badge, .MuiLinearProgress-root, .MuiTooltip-tooltip, .MuiAlert-filled':
      { border: '1px solid !important' },
    '.MuiDialog-paper, .MuiPopover-paper, .MuiAutocomplete-paper': { border: '1px solid !important' },
    '.MuiAutocomplete-option[aria-selected="true"]': { outline: '1px solid', outlineOffset: -1 },
    [CHOSEN]: {
      forcedColorAdjust: 'none',
      color: 'HighlightText !important',
      backgroundColor: 'Highlight !important',
      '& *': { color: 'inherit !important', backgroundColor: 'transparent !important' },
      '&:focus-visible, &.Mui-focusVisible': { outlineColor: 'CanvasText !important' },
    },
  },
};

/** Styles of the whole page. */
const BASE: CSSObject = {
  // Focused and scrolled-to elements must not be hidden behind the top bar.
  html: {
    scrollbarColor: 'color-mix(in srgb, var(--mui-palette-text-disabled) 55%, transparent) transparent',
    scrollPaddingTop: 112,
    '&:has([data-sticky-header])': { scrollPaddingTop: 168 },
    [TOUCH]: { scrollPaddingBottom: 72 },
    [SHORT]: { scrollPadding: '0 !important' },
  },
  ':root': {
    ...SHADOWS.light,
    ...chipVariables('light'),
    // What lies on it and hides what scrolls below, such as the headings of a table.
    '--surface': 'var(--mui-palette-background-paper)',
    '--row-height': `${ROW_HEIGHT.comfortable}px`,
    '&[data-density="compact"]': { '--row-height': `${ROW_HEIGHT.compact}px` },
  },
  '[data-dark]': { ...SHADOWS.dark, ...chipVariables('dark') },
  // Where scrollbars take room, lists have two of them.
  '*': { scrollbarWidth: 'thin' },
  '[data-sticks]': { [SHORT]: { position: 'static !important' } },
  // The heading is focused after navigation for screen readers only, so it needs no focus ring.
  '[data-page-heading]:focus': { outline: 'none' },
  '.MuiLink-root:focus-visible': { borderRadius: 2 },
  // Otherwise the print shows the colors of the dark scheme, which are about to change.
  '@media print': { '*': { transition: 'none !important' } },
  ...FORCED_COLORS,
};

/**
 * The portal's theme, built from the tokens (docs/design.md): dark blue primary and orange secondary color, light and dark color
 * schemes as CSS variables on `<html data-light|data-dark>`, five sizes of text, small controls and two elevations. MUI draws
 * the focus ring and respects the system's reduced-motion setting.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: { light: { palette: LIGHT_PALETTE }, dark: { palette: DARK_PALETTE } },
  focusVisible: { outlineWidth: FOCUS_RING.width, outlineOffset: FOCUS_RING.offset },
  motion: { reducedMotion: 'system' },
  shape: { borderRadius: RADIUS.control },
  // prettier-ignore
  shadows: [
    'none', RESTING,
    FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING,
    FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING, FLOATING,
  ],
  transitions: {
    duration: {
      shortest: MOTION / 2,
      shorter: MOTION / 2,
      short: MOTION,
      standard: MOTION,
      complex: MOTION,
      enteringScreen: MOTION,
      leavingScreen: MOTION / 2,
    },
  },
  typography: {
    fontFamily: FONT,
    h1: { fontSize: TYPE.title, fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.015em' },
    h2: { fontSize: TYPE.section, fontWeight: 650, lineHeight: 1.35, letterSpacing: '-0.01em' },
    h3: { fontSize: TYPE.body, fontWeight: 650, lineHeight: 1.45 },
    h4: { fontSize: TYPE.secondary, fontWeight: 650, lineHeight: 1.45 },
    subtitle1: { fontSize: TYPE.body, fontWeight: 500 },
    subtitle2: { fontSize: TYPE.secondary, fontWeight: 600 },
    body1: { fontSize: TYPE.body, lineHeight: 1.5 },
    body2: { fontSize: TYPE.secondary, lineHeight: 1.5 },
    button: { fontSize: TYPE.body, fontWeight: 600, textTransform: 'none' },
    caption: { fontSize: TYPE.caption, lineHeight: 1.5 },
  },
  components: { MuiCssBaseline: { styleOverrides: BASE }, ...SURFACES, ...CONTROLS },
});
