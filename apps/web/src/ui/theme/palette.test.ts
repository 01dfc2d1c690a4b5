import { describe, expect, it } from 'vitest';
import { CHIP_COLORS, CHIPS, DARK_PALETTE, LIGHT_PALETTE, PRIORITIES } from './palette.ts';
import { FLOATING_DARK } from './surfaces.ts';
import { theme } from './theme.ts';

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance as defined by WCAG 2. */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** A tint of `hex` over `below`. */
const tint = (hex: string, below: string, share: number): number[] =>
  channels(hex).map((channel, at) => channel * share + (channels(below)[at] ?? 0) * (1 - share));

describe.each([
  { scheme: 'light', palette: LIGHT_PALETTE, floating: '#ffffff', ink: '#000000' },
  { scheme: 'dark', palette: DARK_PALETTE, floating: FLOATING_DARK, ink: '#ffffff' },
] as const)('WCAG AA in the $scheme scheme', ({ scheme, palette, floating, ink }) => {
  const surfaces = [palette.background.default, palette.background.paper];

  it.each(CHIP_COLORS)('%s has enough contrast as text and button', (color) => {
    const { main, contrastText } = palette[color];
    expect(contrast(channels(main), channels(contrastText))).toBeGreaterThanOrEqual(4.5);
    for (const surface of surfaces)
      expect(contrast(channels(main), channels(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(CHIPS[scheme]))('%s chips have enough contrast', (_color, look) => {
    expect(contrast(channels(look.ink), channels(look.fill))).toBeGreaterThanOrEqual(4.5);
  });

  it('text has enough contrast in hovered and selected rows', () => {
    const { hoverOpacity, selectedOpacity } = palette.action;
    for (const paper of [palette.background.paper, floating]) {
      const rows = {
        hovered: tint(ink, paper, hoverOpacity),
        selected: tint(palette.primary.main, paper, selectedOpacity),
        both: tint(palette.primary.main, paper, selectedOpacity + hoverOpacity),
        highlighted: tint(ink, paper, selectedOpacity),
      };
      for (const [state, row] of Object.entries(rows)) {
        const texts = { primary: palette.text.primary, secondary: palette.text.secondary };
        for (const [name, color] of Object.entries(texts))
          expect(contrast(channels(color), row), `${name} text, ${state}`).toBeGreaterThanOrEqual(4.5);
        for (const color of CHIP_COLORS)
          expect(contrast(channels(palette[color].main), row), `${color}, ${state}`).toBeGreaterThanOrEqual(
            4.5,
          );
        for (const [priority, color] of Object.entries(PRIORITIES[scheme]))
          expect(contrast(channels(color), row), `${priority}, ${state}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('the colors of hovered and highlighted elements have the same opacity', () => {
    const { hover, hoverOpacity, selected, selectedOpacity } = palette.action;
    const rgb = channels(ink).join(', ');
    expect([hover, selected]).toEqual([`rgba(${rgb}, ${hoverOpacity})`, `rgba(${rgb}, ${selectedOpacity})`]);
  });

  it.each(['primary', 'secondary', 'disabled'] as const)('%s text has enough contrast', (kind) => {
    for (const surface of surfaces) {
      expect(contrast(channels(palette.text[kind]), channels(surface))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('has a dark blue primary and an orange secondary color', () => {
  const [blue, orange] = [theme.palette.primary.main, theme.palette.secondary.main].map((hex) => {
    const [r = 0, g = 0, b = 0] = channels(hex);
    return { r, g, b };
  });
  if (blue === undefined || orange === undefined) throw new Error('A color is missing');
  expect(blue.b).toBeGreaterThan(blue.g);
  expect(blue.g).toBeGreaterThan(blue.r);
  expect(blue.r + blue.g + blue.b).toBeLessThan(300);
  expect(orange.r).toBeGreaterThan(orange.g);
  expect(orange.g).toBeGreaterThan(orange.b);
  expect(orange.r).toBeGreaterThan(150);
  expect(orange.b).toBeLessThan(60);
});
