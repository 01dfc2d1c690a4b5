import {
  ListSubheader,
  type AutocompleteRenderGroupParams,
  type Components,
  type ListSubheaderProps,
  type Theme,
} from '@mui/material';
import { createElement } from 'react';
import { HIGH } from './screens.ts';
import { ELEVATIONS, RADIUS, TYPE } from './tokens.ts';

/** Background of floating elements in the dark scheme. */
export const FLOATING_DARK = '#1f2b36';

/** What floats is lighter in the dark scheme. Its edge is part of the shadow. */
const floating = ({ theme }: { readonly theme: Theme }) =>
  theme.applyStyles('dark', { '--surface': FLOATING_DARK, backgroundColor: FLOATING_DARK });

const ENTRY = { margin: '1px 4px', paddingInline: 12, borderRadius: RADIUS.mark };

/** Options under a heading. MUI makes each group a list, which a listbox must not have. */
const optionGroup = ({ key, group, children }: AutocompleteRenderGroupParams) =>
  createElement(
    'li',
    { key, role: 'presentation' },
    createElement<ListSubheaderProps<'div', { component: 'div' }>>(
      ListSubheader,
      { component: 'div', className: 'MuiAutocomplete-groupLabel', sx: { top: -8 }, 'aria-hidden': true },
      group,
    ),
    createElement('ul', { role: 'group', 'aria-label': group, style: { padding: 0 } }, children),
  );

/** What holds content: sections, dialogs, menus, alerts and tables. */
export const SURFACES: Components<Theme> = {
  MuiAlert: {
    styleOverrides: {
      root: {
        fontSize: TYPE.body,
        variants: (['error', 'warning', 'info', 'success'] as const).map((severity) => ({
          props: { variant: 'standard' as const, severity },
          style: ({ theme }) => ({
            // The ink of warnings is too dark for a tint.
            backgroundColor:
              severity === 'warning'
                ? 'color-mix(in srgb, var(--chip-warning) 45%, var(--mui-palette-background-paper))'
                : theme.alpha(theme.vars.palette[severity].main, 0.1),
            // On phones, buttons wrap below the text to leave it enough width.
            [theme.breakpoints.down('sm')]: {
              flexWrap: 'wrap',
              '& .MuiAlert-message': { flex: '1 1 70%' },
            },
          }),
        })),
      },
    },
  },
  MuiAutocomplete: {
    defaultProps: { slotProps: { paper: { elevation: ELEVATIONS.floating } }, renderGroup: optionGroup },
    styleOverrides: {
      paper: floating,
      listbox: { padding: '4px 0' },
      option: { '&.MuiAutocomplete-option': { ...ENTRY, minHeight: 36 } },
    },
  },
  MuiCard: {
    defaultProps: { elevation: ELEVATIONS.resting },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: RADIUS.surface,
        // A card in a card is a quiet block, not a second box.
        '& .MuiCard-root, .MuiDialog-paper &': {
          borderRadius: RADIUS.control,
          boxShadow: 'none',
          backgroundColor: theme.vars.palette.action.hover,
        },
        // A table has its own lines.
        '& .MuiCard-root:has(table), .MuiDialog-paper &:has(table)': { backgroundColor: 'transparent' },
        '@media print': { boxShadow: 'none' },
      }),
    },
  },
  MuiDialog: { styleOverrides: { paper: [{ borderRadius: RADIUS.surface }, floating] } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiDialogTitle: { defaultProps: { component: 'h2', variant: 'h2' } },
  MuiDrawer: { defaultProps: { elevation: ELEVATIONS.floating } },
  MuiMenuItem: { styleOverrides: { root: { ...ENTRY, ...HIGH } } },
  // Without MUI's lighter overlay for each elevation.
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: { styleOverrides: { paper: floating } },
  MuiSkeleton: {
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.vars.palette.action.selected }),
      rounded: { borderRadius: RADIUS.control },
    },
  },
  MuiTable: { defaultProps: { size: 'small' } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: theme.vars.palette.divider }),
      alignRight: { fontVariantNumeric: 'tabular-nums' },
      head: ({ theme }) => ({
        fontSize: TYPE.secondary,
        fontWeight: 500,
        color: theme.vars.palette.text.secondary,
      }),
      body: { fontSize: TYPE.body },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: { tooltip: { fontSize: TYPE.caption, fontWeight: 500 } },
  },
};
