/** Formats a Markdown table. All columns but the first are aligned right. */
export const markdownTable = (
  head: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** The middle value, the lower one of two; 0 without values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
