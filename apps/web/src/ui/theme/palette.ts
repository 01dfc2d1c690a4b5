/** Colors of chips and alerts; each has `main`, `light`, `dark` and `contrastText` in both schemes. */
export const CHIP_COLORS = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const;
export type ChipColor = (typeof CHIP_COLORS)[number];

/**
 * The light scheme. Every `main` has a contrast of at least 4.5:1 as text on page and paper, and as the background of its
 * `contrastText`, also in hovered and selected rows. `dark` is the text color on a tint of `main`. Checked by palette.test.ts.
 */
export const LIGHT_PALETTE = {
  primary: { main: '#12355b', light: '#3f6390', dark: '#0b2440', contrastText: '#ffffff' },
  secondary: { main: '#b34700', light: '#d9701f', dark: '#8a3600', contrastText: '#ffffff' },
  error: { main: '#b3261e', light: '#d3564e', dark: '#8c1d17', contrastText: '#ffffff' },
  warning: { main: '#7a5c00', light: '#a8841a', dark: '#5c4500', contrastText: '#ffffff' },
  info: { main: '#00657a', light: '#2f8ea3', dark: '#004b5b', contrastText: '#ffffff' },
  success: { main: '#1c6b3c', light: '#459464', dark: '#12502b', contrastText: '#ffffff' },
  background: { default: '#eff3f7', paper: '#ffffff' },
  text: { primary: '#1a2430', secondary: '#4d5b6b', disabled: '#5e6b7a' },
  action: {
    active: '#4d5b6b',
    hover: 'rgba(0, 0, 0, 0.03)',
    hoverOpacity: 0.03,
    selected: 'rgba(0, 0, 0, 0.07)',
    selectedOpacity: 0.07,
  },
  divider: '#dde3ea',
};

/** The dark scheme. `light` is the text color on a tint of `main`. */
export const DARK_PALETTE = {
  primary: { main: '#8fb8e8', light: '#b3d0f2', dark: '#5f8fc6', contrastText: '#0b1b2c' },
  secondary: { main: '#ffa45c', light: '#ffc08f', dark: '#d97f37', contrastText: '#2b1400' },
  error: { main: '#ff8a80', light: '#ffb0a8', dark: '#d9625a', contrastText: '#2d0503' },
  warning: { main: '#eac04a', light: '#f3d680', dark: '#c39a28', contrastText: '#271c00' },
  info: { main: '#66cbe0', light: '#9ddfed', dark: '#3fa3b8', contrastText: '#00222a' },
  success: { main: '#7ad196', light: '#a6e2b9', dark: '#51a86e', contrastText: '#04210f' },
  background: { default: '#0e141b', paper: '#18222c' },
  text: { primary: '#e7ecf2', secondary: '#abb7c4', disabled: '#8d99a6' },
  action: {
    active: '#b6c2ce',
    hover: 'rgba(255, 255, 255, 0.05)',
    hoverOpacity: 0.05,
    selected: 'rgba(255, 255, 255, 0.1)',
    selectedOpacity: 0.1,
  },
  divider: '#2c3845',
};
