import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ToastProvider, useToast } from './ToastProvider.tsx';

function Buttons({ onOpen }: { readonly onOpen: () => void }) {
  const toast = useToast();
  return (
    <>
      <button
        type="button"
        onClick={() => toast.success('Patient saved', { label: 'Open patient', onClick: onOpen })}
      >
        Save
      </button>
      <button type="button" onClick={() => toast.error('Failed to save patient')}>
        Fail
      </button>
    </>
  );
}

function show(onOpen: () => void = () => undefined) {
  render(
    <ToastProvider>
      <Buttons onOpen={onOpen} />
    </ToastProvider>,
  );
  return userEvent.setup();
}

describe('toasts', () => {
  it('decisions 43 offers an action, which closes the toast', async () => {
    let opened = 0;
    const user = show(() => {
      opened += 1;
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Open patient' }));
    expect(opened).toBe(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open patient' })).toBeNull());
  });

  it('is spoken politely, never as an alert, and can be closed', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Fail' }));
    expect(screen.getByRole('status').textContent).toBe('Failed to save patient');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull());
  });
});
