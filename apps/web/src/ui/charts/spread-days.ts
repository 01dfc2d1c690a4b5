/** Points of one day are at least this share of the axis apart. */
const APART = 1 / 40;

/** The places of moments on a time axis, in milliseconds and in order: those of one day are moved apart, so that each can be seen and chosen. */
export function spreadDays(points: readonly { readonly at: number; readonly day: string }[]): number[] {
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? first;
  const gap = Math.max(1, (last - first) * APART);
  const places: number[] = [];
  for (const [index, { at, day }] of points.entries()) {
    const before = places.at(-1);
    const isSameDay = points[index - 1]?.day === day;
    // Never before the one to the left, which may have moved.
    places.push(before === undefined ? at : Math.max(at, before + (isSameDay ? gap : 1)));
  }
  return places;
}
