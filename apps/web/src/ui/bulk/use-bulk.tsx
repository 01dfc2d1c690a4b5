import { useState, type ComponentType, type ReactNode } from 'react';
import type { BulkButton } from './SelectionBar.tsx';
import { useRowSelection, type RowSelection } from './use-row-selection.ts';

interface VersionedRow {
  readonly id: string;
  readonly version: number;
}

/** A record of a bulk action, with the version that the user saw. */
interface BulkRecord extends VersionedRow {
  readonly name: string;
}

/** Props of the dialog of a bulk action. */
export interface OpenBulkProps {
  /** The records as they were when the dialog opened. */
  readonly records: readonly BulkRecord[];
  /** Removes records from the selection of the list. */
  readonly onDeselect: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** A bulk action that a list may offer. */
export interface BulkOption {
  readonly label: string;
  readonly isAllowed: boolean;
  readonly Dialog: ComponentType<OpenBulkProps>;
}

/** Selecting rows, and the allowed actions on the selected ones. Without any, rows cannot be selected. */
export function useBulk<Row extends VersionedRow>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  options: readonly BulkOption[],
): {
  readonly selection: RowSelection<Row> | undefined;
  readonly bulkActions: readonly BulkButton[];
  /** Opens an action with other records than the selected ones. */
  readonly open: (label: string, records: readonly Row[]) => void;
  readonly dialog: ReactNode;
} {
  const selection = useRowSelection(rows);
  const [opened, setOpened] = useState<{ label: string; records: readonly BulkRecord[] } | null>(null);
  const allowed = options.filter(({ isAllowed }) => isAllowed);
  const Dialog = allowed.find(({ label }) => label === opened?.label)?.Dialog;
  const open = (label: string, records: readonly Row[]) =>
    setOpened({
      label,
      records: records.map((row) => ({ id: row.id, version: row.version, name: nameOf(row) })),
    });
  return {
    selection: allowed.length === 0 ? undefined : selection,
    bulkActions: allowed.map(({ label }) => ({ label, onClick: () => open(label, selection.rows) })),
    open,
    dialog:
      Dialog === undefined || opened === null ? null : (
        <Dialog
          records={opened.records}
          onDeselect={(ids) => selection.set(ids, false)}
          onClose={() => setOpened(null)}
        />
      ),
  };
}
