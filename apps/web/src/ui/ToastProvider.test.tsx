import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { readErrorBody } from '#lib/api/error-body.ts';
import { lateFailure } from '#lib/query/late-failures.ts';
import { ToastOutlet } from './ToastOutlet.tsx';
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
      <button type="button" onClick={() => toast.info('A message was assigned to you')}>
        Assign
      </button>
    </>
  );
}

function show(onOpen: () => void = () => undefined) {
  render(
    <ToastProvider>
      <ToastOutlet sx={{}} />
      <Buttons onOpen={onOpen} />
    </ToastProvider>,
  );
  return userEvent.setup();
}

describe('toasts', () => {
  it('have an action that closes the toast', async () => {
    let opened = 0;
    const user = show(() => {
      opened += 1;
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Open patient' }));
    expect(opened).toBe(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open patient' })).toBeNull());
  });

  it('are announced politely, not as an alert, and can be closed', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Fail' }));
    expect(screen.getByRole('status').textContent).toBe('Failed to save patient');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull());
  });
});

it('a failure of an action whose page was left is shown wherever the user is', () => {
  show();
  act(() =>
    lateFailure.emit(new ApiError(409, 'CONFLICT', readErrorBody('{"message":"This office is in use"}'))),
  );
  expect(screen.getByRole('status').textContent).toBe(
    'An action on the page that you left failed: This office is in use',
  );
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const shown = () => {
  const region = within(screen.getByRole('region', { name: 'Messages' }));
  return region.queryByRole('button', { name: 'Close message' })?.closest('.MuiAlert-root')?.textContent;
};

describe('toast display time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is 6 seconds, or 12 with a button; errors stay', () => {
    show();
    press('Assign');
    pass(5999);
    expect(shown()).toBe('A message was assigned to you');
    pass(1);
    expect(shown()).toBeUndefined();
    press('Save');
    pass(11_999);
    expect(shown()).toContain('Patient saved');
    pass(1);
    expect(shown()).toBeUndefined();
    press('Fail');
    pass(3_600_000);
    expect(shown()).toBe('Failed to save patient');
  });

  it('stops while the pointer or the focus is on the toast, and newer toasts wait', () => {
    show();
    press('Assign');
    const toast = screen.getByRole('button', { name: 'Close message' });
    fireEvent.mouseEnter(toast.closest('.MuiSnackbar-root') ?? toast);
    pass(60_000);
    press('Save');
    expect(shown()).toBe('A message was assigned to you');
    fireEvent.mouseLeave(toast.closest('.MuiSnackbar-root') ?? toast);
    expect(shown()).toContain('Patient saved');

    fireEvent.focus(screen.getByRole('button', { name: 'Open patient' }));
    pass(60_000);
    expect(shown()).toContain('Patient saved');
  });

  it('shows the newest toast, older ones after it is closed, and the same text only once', () => {
    show();
    press('Fail');
    press('Assign');
    press('Assign');
    expect(shown()).toBe('A message was assigned to you');
    press('Close message');
    expect(shown()).toBe('Failed to save patient');
    press('Close message');
    expect(shown()).toBeUndefined();
  });
});
