import type { Components, Theme } from '@mui/material';
import { CHIP_COLORS } from './palette.ts';
import { HIGH, LARGE, TOUCH } from './screens.ts';
import { RADIUS, TYPE } from './tokens.ts';

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

/** What people press, choose and fill in, and the marks beside it. */
export const CONTROLS: Components<Theme> = {
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: [
        LARGE,
        {
          variants: [
            {
              // The main action of a page is filled; all others are quiet.
              props: { variant: 'outlined' as const, color: 'primary' as const },
              style: ({ theme }) => ({
                color: theme.vars.palette.text.primary,
                borderColor: theme.vars.palette.divider,
                backgroundColor: theme.vars.palette.background.paper,
                '&:hover': {
                  borderColor: theme.vars.palette.text.disabled,
                  backgroundColor: theme.vars.palette.background.paper,
                },
              }),
            },
          ],
        },
      ],
    },
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiCheckbox: { styleOverrides: { root: LARGE } },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      clickable: HIGH,
      deletable: HIGH,
      root: {
        fontWeight: 600,
        fontSize: TYPE.caption,
        borderRadius: RADIUS.mark,
        // Text needs its background on paper, too.
        printColorAdjust: 'exact',
        variants: (['default', ...CHIP_COLORS] as const).map((color) => ({
          props: { variant: 'filled' as const, color },
          style: { backgroundColor: `var(--chip-${color})`, color: `var(--chip-${color}-ink)` },
        })),
      },
      label: { paddingLeft: 8, paddingRight: 8 },
    },
  },
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
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        ...theme.applyStyles('dark', { backgroundColor: 'transparent' }),
        // Makes read-only fields look different from editable ones.
        '&:has(> input[readonly])': { backgroundColor: theme.vars.palette.action.hover },
        '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.text.secondary,
        },
      }),
      notchedOutline: ({ theme }) => ({
        borderColor: '#8b96a3',
        ...theme.applyStyles('dark', { borderColor: '#7e8b99' }),
      }),
    },
  },
  MuiRadio: { styleOverrides: { root: LARGE } },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        padding: '8px 12px',
        fontWeight: 500,
        '&:hover:not(.Mui-selected)': { color: theme.vars.palette.text.primary },
        '&.Mui-selected': { fontWeight: 600 },
      }),
    },
  },
  MuiTableSortLabel: { styleOverrides: { root: HIGH } },
  MuiTabs: { styleOverrides: { root: { minHeight: 44 }, indicator: { height: 3, borderRadius: 3 } } },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...HIGH,
        paddingInline: 12,
        color: theme.vars.palette.text.secondary,
        '&.Mui-selected': { color: theme.vars.palette.primary.main, fontWeight: 600 },
      }),
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme }) => ({
        gap: 2,
        padding: 2,
        backgroundColor: theme.vars.palette.action.selected,
        '& .MuiToggleButton-root': {
          margin: 0,
          border: 0,
          borderRadius: RADIUS.mark,
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: theme.vars.palette.background.paper,
            boxShadow: 'var(--shadow-resting)',
          },
        },
      }),
    },
  },
};
