const format = new Intl.NumberFormat('en-US');

/** Formats a range: "21–40 of 1,234", or "… of more than 10,000" if only a lower bound (10,001) is known. */
export function rangeText(input: {
  readonly page: number;
  readonly pageSize: number;
  readonly rowCount: number;
  readonly totalCount: number;
  readonly isApproximate: boolean;
}): string {
  const { page, pageSize, rowCount, totalCount, isApproximate } = input;
  const before = (page - 1) * pageSize;
  const range = rowCount === 0 ? '0' : `${format.format(before + 1)}–${format.format(before + rowCount)}`;
  return `${range} of ${isApproximate ? `more than ${format.format(totalCount - 1)}` : format.format(totalCount)}`;
}
