import { useMemo, useState } from 'react';
import type { Selection } from '../data-table/types.ts';

interface VersionedRow {
  readonly id: string;
  readonly version: number;
}

/** The selected rows of a list, also those of other pages. */
export interface RowSelection extends Selection {
  /** The records with the versions that the user saw last. */
  readonly records: readonly { readonly id: string; readonly version: number }[];
  /** Selects these records, also those of other pages. */
  readonly select: (records: readonly VersionedRow[]) => void;
  readonly clear: () => void;
  readonly remove: (ids: readonly string[]) => void;
}

/** Keeps the selection of a list for bulk actions. `rows` are those of the current page. */
export function useRowSelection(rows: readonly VersionedRow[] | undefined): RowSelection {
  const [versions, setVersions] = useState<ReadonlyMap<string, number>>(new Map());
  return useMemo(() => {
    const versionOf = (id: string) => rows?.find((row) => row.id === id)?.version ?? versions.get(id);
    const known = (ids: Iterable<string>) =>
      [...ids].flatMap((id) => {
        const version = versionOf(id);
        return version === undefined ? [] : [{ id, version }];
      });
    const onChange = (ids: ReadonlySet<string>) =>
      setVersions(new Map(known(ids).map(({ id, version }) => [id, version])));
    const selected = new Set(versions.keys());
    return {
      selected,
      onChange,
      records: known(selected),
      select: (records) => setVersions(new Map(records.map(({ id, version }) => [id, version]))),
      clear: () => onChange(new Set()),
      remove: (ids) => onChange(new Set([...selected].filter((id) => !ids.includes(id)))),
    };
  }, [rows, versions]);
}
