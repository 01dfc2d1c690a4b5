import type { CSSObject } from '@mui/material';

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
export const FORCED_COLORS: CSSObject = {
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
