/** The numbers of a picture at one place of its axis: a bar for each series, or a point. */
export interface PictureRow {
  readonly id: string;
  readonly label: string;
  /** A shorter label for the axis. */
  readonly tick?: string;
  /** One value per series. */
  readonly values: readonly number[];
  /** The address of the list with what is counted; undefined if the user may not open it. */
  readonly to?: string | undefined;
  /** The moment on a time axis. */
  readonly at?: string;
}

/** What a chart draws. */
export interface ChartProps {
  readonly rows: readonly PictureRow[];
  /** The names of the series. */
  readonly series: readonly string[];
  readonly format: (value: number) => string;
  readonly onOpen: (row: PictureRow) => void;
}

/** The records of a list at one place of its axis: the address with the filters that are set. */
export function addressOf(path: string, filters: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return `${path}?${new URLSearchParams(set).toString()}`;
}
