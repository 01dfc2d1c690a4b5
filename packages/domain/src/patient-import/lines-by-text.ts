/** A text about rows of a file: how many have it, and the first of their lines. */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  readonly lines: readonly number[];
}

/** Lines that are named. */
const NAMED = 50;
/** Different texts; there are far fewer, because none holds a value of the file. */
const MAX_TEXTS = 500;

/** "line 3", "lines 3, 7, 9 and 41 more". `shown`: how many lines are named. */
export function describeFirstLines(count: number, lines: readonly number[], shown = 5): string {
  const named = lines.slice(0, shown);
  const more = count - named.length;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en-US')} more`;
  return `${count === 1 ? 'line' : 'lines'} ${named.map((line) => line.toLocaleString('en-US')).join(', ')}${rest}`;
}

/** Counts the rows of a file by text. */
export class LinesByText {
  readonly #found = new Map<string, { text: string; count: number; lines: number[] }>();

  add(text: string, line: number): void {
    const known = this.#found.get(text);
    if (known === undefined) {
      if (this.#found.size < MAX_TEXTS) this.#found.set(text, { text, count: 1, lines: [line] });
      return;
    }
    known.count += 1;
    if (known.lines.length < NAMED) known.lines.push(line);
  }

  /** The most frequent texts first. */
  get found(): readonly TextLines[] {
    return [...this.#found.values()].toSorted((one, two) => two.count - one.count);
  }
}
