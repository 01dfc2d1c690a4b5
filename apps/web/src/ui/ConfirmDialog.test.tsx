import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
import { ToastContext } from './ToastProvider.tsx';

function Example(
  props: Pick<ConfirmDialogProps, 'onConfirm'> &
    Partial<Omit<ConfirmDialogProps, 'isDanger'>> & { readonly isDanger?: false },
) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ConfirmDialog
        title="Confirm Deactivation"
        text="Are you sure?"
        confirmLabel="Deactivate"
        {...props}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

async function open(props: Parameters<typeof Example>[0]) {
  render(<Example {...props} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}
const fail = (text: string) => expect.fail(text);
const dialog = () => screen.queryByRole('alertdialog', { name: 'Confirm Deactivation' });
const button = (name: string) => screen.getByRole('button', { name });

describe('confirm dialog', () => {
  it('says the text to which the action resolves in a toast', async () => {
    const said: string[] = [];
    const toasts = { success: (text: string) => said.push(text), error: fail, info: fail };
    render(
      <ToastContext value={toasts}>
        <Example onConfirm={async () => 'The office was deactivated'} />
      </ToastContext>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(button('Deactivate'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(said).toEqual(['The office was deactivated']);
  });

  it('focuses Cancel first, and returns the focus on close', async () => {
    const user = await open({ onConfirm: async () => undefined });
    await waitFor(() => expect(document.activeElement).toBe(button('Cancel')));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog()).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button('Open')));
  });

  it('cannot be closed or confirmed again until it is done, then closes', async () => {
    let count = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const user = await open({
      onConfirm: () => {
        count += 1;
        return promise;
      },
    });
    await user.dblClick(button('Deactivate'));
    await user.keyboard('{Escape}');
    expect(dialog()).not.toBeNull();
    resolve(undefined);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(count).toBe(1);
  });

  it('shows an error inside and stays open', async () => {
    const failure = Object.assign(new Error('This is the last SuperAdmin.'), { code: 'CONFLICT' });
    const user = await open({ onConfirm: () => Promise.reject(failure) });
    await user.click(button('Deactivate'));
    expect((await screen.findByRole('alert')).textContent).toBe('This is the last SuperAdmin.');
    expect(dialog()).not.toBeNull();
  });

  it('asks for a reason of 10 to 500 characters', async () => {
    const reasons: string[] = [];
    const user = await open({ asksReason: true, onConfirm: async (reason) => void reasons.push(reason) });
    const field = screen.getByRole('textbox', { name: /Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, 'too short');
    await user.click(button('Deactivate'));
    expect(screen.getByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(reasons).toEqual([]);
    await user.type(field, ' but no longer ');
    await user.click(button('Deactivate'));
    await waitFor(() => expect(reasons).toEqual(['too short but no longer']));
  });

  it('lists the first five records that its title and text do not name, and counts the others', async () => {
    await open({
      onConfirm: async () => undefined,
      text: 'Lee, Ann will be deactivated.',
      records: ['Lee, Ann', ...[1, 2, 3, 4, 5, 6].map((number) => `Record ${number}`)],
    });
    const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(names).toEqual(['Record 1', 'Record 2', 'Record 3', 'Record 4', 'Record 5', 'and 1 more']);
  });
});
