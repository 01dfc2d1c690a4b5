const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB'] as const;

/**
 * Formats a size in bytes as Bytes, KB, MB or GB (1024 to the next unit). Bytes have no decimals, all other units have
 * two; a value that would round to 1024.00 becomes 1.00 of the next unit. Throws RangeError unless `bytes` is a whole
 * number of at least 0.
 */
export function formatFileSize(bytes: number): string {
  if (!Number.isInteger(bytes) || bytes < 0) throw new RangeError('Size must be a whole number of bytes');
  if (bytes < STEP) return `${bytes} Bytes`;
  let value = bytes / STEP;
  let unit = 0;
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${UNITS[unit] ?? ''}`;
}
