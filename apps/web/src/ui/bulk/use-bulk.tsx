import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { BulkButton } from './SelectionBar.tsx';
import { useRowSelection } from './use-row-selection.ts';
import type { RowSelection } from './use-row-selection.ts';

/** Props of the dialog of a bulk action. */
export interface OpenBulkProps {
  readonly selection: RowSelection;
  readonly onClose: () => void;
}

/** A bulk action that a list may offer. */
export interface BulkOption {
  readonly label: string;
  readonly isAllowed: boolean;
  readonly Dialog: ComponentType<OpenBulkProps>;
}

/** Selecting rows, and the allowed actions on the selected ones. Without any, rows cannot be selected. */
export function useBulk(
  rows: readonly { readonly id: string; readonly version: number }[] | undefined,
  options: readonly BulkOption[],
): {
  readonly selection: RowSelection | undefined;
  readonly bulkActions: readonly BulkButton[];
  readonly dialog: ReactNode;
} {
  const selection = useRowSelection(rows);
  const [opened, setOpened] = useState<string | null>(null);
  const allowed = options.filter(({ isAllowed }) => isAllowed);
  const Dialog = allowed.find(({ label }) => label === opened)?.Dialog;
  return {
    selection: allowed.length === 0 ? undefined : selection,
    bulkActions: allowed.map(({ label }) => ({ label, onClick: () => setOpened(label) })),
    dialog: Dialog === undefined ? null : <Dialog selection={selection} onClose={() => setOpened(null)} />,
  };
}
