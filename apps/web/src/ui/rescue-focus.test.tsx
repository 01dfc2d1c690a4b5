import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SelectionBar } from './bulk/SelectionBar.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** A list with selected rows, and an action whose dialog clears the selection when it is done. */
function List() {
  const [count, setCount] = useState(2);
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Orders</h1>
      {count === 0 ? null : (
        <SelectionBar
          count={count}
          actions={[{ label: 'Cancel orders', onClick: () => setOpen(true) }]}
          onClear={() => setCount(0)}
        />
      )}
      <ConfirmDialog
        open={isOpen}
        title="Cancel 2 orders?"
        text="They stay in the list."
        confirmLabel="Cancel them"
        onConfirm={async () => setCount(0)}
        onClose={() => setOpen(false)}
      />
    </main>
  );
}

const heading = () => screen.getByText('Orders');

it('the focus goes to the heading when the selected rows are gone', async () => {
  render(<List />);
  await userEvent.click(screen.getByText('Clear selection'));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

it('the focus goes to the heading when the button that opened a dialog is gone', async () => {
  render(<List />);
  await userEvent.click(screen.getByText('Cancel orders'));
  await userEvent.click(await screen.findByText('Cancel them'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});
