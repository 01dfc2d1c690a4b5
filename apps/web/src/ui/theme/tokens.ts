/** Sizes of text, in rem: 24 px page title and key figures, 18 section, 14 body, 13 tables and secondary text, 12 caption. */
export const TYPE = {
  title: '1.5rem',
  section: '1.125rem',
  body: '0.875rem',
  secondary: '0.8125rem',
  caption: '0.75rem',
} as const;

/** Corners, in px: controls such as buttons, fields and menu entries; marks such as chips; surfaces such as sections and dialogs. */
export const RADIUS = { control: 8, mark: 6, surface: 12 } as const;

/** The height of a list's rows by density, in px. */
export const ROW_HEIGHT = { comfortable: 56, compact: 40 } as const;

/** The longest transition, in ms. */
export const MOTION = 150;

/** The keyboard's focus ring, in px. */
export const FOCUS_RING = { width: 2, offset: 2 } as const;

/**
 * The two elevations: sections rest on the page, and menus, dialogs and popovers float above it. In the dark scheme, where shadows are not
 * visible, both are lighter surfaces instead; what floats also has an edge.
 */
export const SHADOWS = {
  light: {
    '--shadow-resting': '0 0 1px rgb(16 42 72 / 0.16), 0 1px 3px rgb(16 42 72 / 0.07)',
    '--shadow-floating':
      '0 0 1px rgb(16 42 72 / 0.24), 0 4px 10px rgb(16 42 72 / 0.08), 0 16px 40px rgb(16 42 72 / 0.16)',
  },
  dark: {
    '--shadow-resting': 'none',
    '--shadow-floating': '0 0 0 1px rgb(255 255 255 / 0.09), 0 16px 40px rgb(0 0 0 / 0.5)',
  },
} as const;

/** The elevations of MUI's paper: 0 is flat, 1 rests, and every other one floats. */
export const ELEVATIONS = { resting: 1, floating: 8 } as const;
