import { describe, expect, it } from 'vitest';
import { CHIPS, DARK_PALETTE, LIGHT_PALETTE, PRIORITIES } from './palette.ts';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/**
 * How people without one kind of cones see linear sRGB: the matrices of severity 1.0 of G. M. Machado, M. M. Oliveira and
 * L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and
 * Computer Graphics 15 (6), 2009, pp. 1291–1298 (inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation, read 2026-11-27).
 */
const VISION: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const [first, second, third] = matrix;
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(first), row(second), row(third)];
};
const each = ([x, y, z]: Triple, change: (value: number) => number): Triple => [
  change(x),
  change(y),
  change(z),
];

/** A color such as #12355b in linear sRGB. */
const linear = (hex: string): Triple =>
  each([1, 3, 5], (at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** OKLab, in which equal distances look equally different (bottosson.github.io/posts/oklab, read 2026-11-27). */
function okLab(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    each(rgb, (value) => Math.min(1, Math.max(0, value))),
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    each(cones, Math.cbrt),
  );
}

/** How different two colors look; about 0.02 is just noticeable side by side. */
function difference(a: string, b: string, vision: Matrix): number {
  const [x, y] = [a, b].map((hex) => okLab(times(vision, linear(hex))));
  if (x === undefined || y === undefined) throw new Error('Two colors are needed');
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** Three times what is just noticeable side by side, because the chips of a list are apart. */
const ENOUGH = 0.06;

/** The pairs of colors that look alike. */
function alike(colors: Readonly<Record<string, string>>, vision: Matrix): string[] {
  const named = Object.entries(colors);
  return named.flatMap(([name, color], at) =>
    named
      .slice(at + 1)
      .filter(([, other]) => difference(color, other, vision) < ENOUGH)
      .map(([other]) => `${name} and ${other}`),
  );
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const palette = scheme === 'light' ? LIGHT_PALETTE : DARK_PALETTE;

  it.each(Object.entries(VISION))('states look different with %s color vision', (_name, vision) => {
    const fills = Object.fromEntries(Object.entries(CHIPS[scheme]).map(([color, { fill }]) => [color, fill]));
    expect(alike(fills, vision)).toEqual([]);
  });

  it.each(Object.entries(VISION))('priorities look different with %s color vision', (_name, vision) => {
    const inks = { ...PRIORITIES[scheme], normal: palette.text.primary };
    expect(alike(inks, vision)).toEqual([]);
  });
});

it('notices colors that look alike, such as the tan of Pending and the orange of High before', () => {
  const before = { pending: '#eae6db', high: '#f5e6db' };
  const pairs = Object.values(VISION).flatMap((vision) => alike(before, vision));
  expect(pairs).toContain('pending and high');
});
