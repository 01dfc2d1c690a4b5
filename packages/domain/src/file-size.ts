const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB'] as const;

/**
 * A size in bytes as the lists show it: Bytes, KB, MB or GB with 2 decimals, 1024 to the next. Bytes
 * are whole, so they have no decimals; what would round to 1024.00 of a unit is 1.00 of the next. Throws RangeError for
 * what is no size.
 */
export function formatFileSize(bytes: number): string {
  if (!Number.isInteger(bytes) || bytes < 0) throw new RangeError('A size is a whole number of bytes');
  if (bytes < STEP) return `${bytes} Bytes`;
  let value = bytes / STEP;
  let unit = 0;
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${UNITS[unit] ?? ''}`;
}
