/** Colors of chips and alerts; each has `main`, `light`, `dark` and `contrastText` in both schemes. */
export const CHIP_COLORS = ['primary', 'secondary', 'error', 'warning', 'info', 'success'] as const;
export type ChipColor = (typeof CHIP_COLORS)[number];

/** The fill of a chip and the color of its text. */
interface ChipLook {
  readonly fill: string;
  readonly ink: string;
}

/**
 * Chips by scheme. No two fills look alike to people with protanopia, deuteranopia or tritanopia: they differ in lightness as well as
 * in hue. Checked by color-vision.test.ts.
 */
export const CHIPS: Readonly<Record<'light' | 'dark', Readonly<Record<ChipColor | 'default', ChipLook>>>> = {
  light: {
    default: { fill: '#eceff3', ink: '#3d4a59' },
    info: { fill: '#a0e0ff', ink: '#0a3f66' },
    warning: { fill: '#f9e28e', ink: '#574100' },
    success: { fill: '#bfe1c4', ink: '#0c4423' },
    secondary: { fill: '#edbd8e', ink: '#522100' },
    error: { fill: '#e89a95', ink: '#4a0a05' },
    primary: { fill: '#4a6f9c', ink: '#ffffff' },
  },
  dark: {
    default: { fill: '#333f4b', ink: '#d3dce5' },
    info: { fill: '#2f6680', ink: '#e2f3fb' },
    warning: { fill: '#6a5514', ink: '#ffe9a8' },
    success: { fill: '#548a6d', ink: '#03120a' },
    secondary: { fill: '#b3743a', ink: '#160a00' },
    error: { fill: '#741e19', ink: '#ffd9d4' },
    primary: { fill: '#8fb8e8', ink: '#0b1b2c' },
  },
};

/** Text and outline of the two priorities with a mark. */
export const PRIORITIES = {
  light: { urgent: '#c4201a', high: '#6e3500' },
  dark: { urgent: '#ff8a80', high: '#f5c98f' },
} as const;

/** The chips of a scheme as CSS variables. */
export const chipVariables = (scheme: 'light' | 'dark'): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(CHIPS[scheme]).flatMap(([color, { fill, ink }]) => [
      [`--chip-${color}`, fill],
      [`--chip-${color}-ink`, ink],
    ]),
  ),
  '--priority-urgent': PRIORITIES[scheme].urgent,
  '--priority-high': PRIORITIES[scheme].high,
});

/**
 * The light scheme. Every `main` has a contrast of at least 4.5:1 as text on page and paper, and as the background of its
 * `contrastText`, also in hovered and selected rows. Checked by palette.test.ts.
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

/** The dark scheme. */
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
