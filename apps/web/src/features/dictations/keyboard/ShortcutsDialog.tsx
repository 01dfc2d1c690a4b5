import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '@mui/material';
import { useId } from 'react';
import type { Shortcut } from './use-shortcuts.ts';

interface KeysHelpProps {
  readonly open: boolean;
  /** Shortcuts of the whole screen. */
  readonly keys: readonly Shortcut[];
  /** Shortcuts that work inside its fields. */
  readonly more: readonly Pick<Shortcut, 'keys' | 'label'>[];
  readonly onClose: () => void;
}

/** Lists all keyboard shortcuts of a screen. On a Mac, Command works like Ctrl. */
export function ShortcutsDialog({ open, keys, more, onClose }: KeysHelpProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Keyboard Shortcuts</DialogTitle>
      <DialogContent>
        <Table size="small" aria-labelledby={titleId}>
          <TableBody>
            {[...keys, ...more].map(({ keys: pressed, label }) => (
              <TableRow key={pressed}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
                  {pressed}
                </TableCell>
                <TableCell>{label}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shortcuts for moving through the template form. */
export const FORM_SHORTCUTS: readonly Pick<Shortcut, 'keys' | 'label'>[] = [
  { keys: 'Tab or Enter', label: 'Next field' },
  { keys: 'Shift+Tab or Shift+Enter', label: 'Previous field' },
  { keys: 'Ctrl+Enter', label: 'Next field, from a multi-line field' },
  { keys: 'Space, arrows', label: 'Check a box, choose an option' },
  { keys: '. and a name', label: 'Insert a text shortcut' },
  { keys: 'Ctrl+D', label: 'Duplicate the row of a table' },
  { keys: 'Ctrl+Delete', label: 'Remove the row of a table' },
];
