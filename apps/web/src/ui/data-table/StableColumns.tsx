import { Component, type ReactNode, type RefObject } from 'react';

interface StableColumnsProps {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly rows: readonly unknown[] | undefined;
  readonly children: ReactNode;
}

/** In px: the header cells with their widths, and the place in which the table scrolls. */
interface Measured {
  readonly widths: ReadonlyMap<HTMLTableCellElement, number>;
  readonly room: number;
}

/**
 * Keeps the widths of a table's columns when other rows replace those it shows. The first rows set the widths; after that, a
 * column only grows, for content that cannot wrap. When the window is resized or printed, the rows set the widths again.
 */
export class StableColumns extends Component<StableColumnsProps> {
  /** The widths that the columns ask for, by cells with another width. */
  private readonly original = new Map<HTMLTableCellElement, string>();

  override componentDidMount(): void {
    window.addEventListener('resize', this.release);
    window.addEventListener('beforeprint', this.release);
  }

  /** Reads the widths before the new rows are in the document, when that needs no additional layout. */
  override getSnapshotBeforeUpdate({ rows }: StableColumnsProps): Measured | null {
    if (rows === this.props.rows || rows === undefined || rows.length === 0) return null;
    return {
      widths: new Map(this.cells().map((cell) => [cell, cell.getBoundingClientRect().width])),
      // New rows can bring a scrollbar, which makes the place smaller.
      room: this.props.table.current?.parentElement?.clientWidth ?? 0,
    };
  }

  override componentDidUpdate(_props: StableColumnsProps, _state: unknown, measured: Measured | null): void {
    if (measured === null) return;
    const { widths, room } = measured;
    const cells = this.cells();
    if (cells.length !== widths.size || !cells.every((cell) => widths.has(cell))) {
      this.release();
      return;
    }
    const total = [...widths.values()].reduce((sum, width) => sum + width, 0);
    for (const [cell, width] of widths) {
      if (width === 0) continue;
      if (!this.original.has(cell)) this.original.set(cell, cell.style.width);
      // If a column must grow, the others shrink, unless the table is wider than its place and scrolls.
      if (total > room + 1) cell.style.minWidth = `${width}px`;
      else cell.style.width = `${(width / total) * 100}%`;
    }
  }

  override componentWillUnmount(): void {
    window.removeEventListener('resize', this.release);
    window.removeEventListener('beforeprint', this.release);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  private readonly release = () => {
    for (const [{ style }, width] of this.original) Object.assign(style, { width, minWidth: '' });
    this.original.clear();
  };

  private cells(): readonly HTMLTableCellElement[] {
    return [...(this.props.table.current?.tHead?.rows[0]?.cells ?? [])];
  }
}
