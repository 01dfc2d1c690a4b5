import { Box } from '@mui/material';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { lateFailure } from '#lib/query/late-failures.ts';
import { visuallyHidden } from './visually-hidden.ts';

type ToastKind = 'success' | 'error' | 'info';

/** A button in the toast, for example "Open patient". Clicking it closes the toast. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Messages must not contain more health data than the screen shows. */
export type Toasts = Readonly<Record<ToastKind, (message: string, action?: ToastAction) => void>>;

export interface OpenToast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
  readonly action: ToastAction | undefined;
}

interface OpenToasts {
  /** The newest is last. */
  readonly toasts: readonly OpenToast[];
  readonly close: (id: number) => void;
}

interface ToastState {
  /** Number of all toasts so far. */
  readonly count: number;
  /** The announced text. */
  readonly text: string;
  readonly toasts: readonly OpenToast[];
}

/** The toasts; null outside of `ToastProvider`. */
export const ToastContext = createContext<Toasts | null>(null);
const OpenToastsContext = createContext<OpenToasts | null>(null);

const MAX_OPEN = 5;

/**
 * Holds the open toasts for `ToastOutlet`, and announces each one politely, without interrupting screen readers or moving the
 * focus.
 */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [{ count, text, toasts }, setState] = useState<ToastState>({ count: 0, text: '', toasts: [] });
  const api = useMemo<Toasts>(() => {
    const show = (kind: ToastKind) => (message: string, action?: ToastAction) =>
      setState((last) => {
        const id = last.count + 1;
        const others = last.toasts.filter((toast) => toast.kind !== kind || toast.message !== message);
        const open = [...others, { id, kind, message, action }].slice(-MAX_OPEN);
        return { count: id, text: message, toasts: open };
      });
    return { success: show('success'), error: show('error'), info: show('info') };
  }, []);
  useEffect(
    () =>
      lateFailure.listen((failure) =>
        api.error(
          `An action on the page that you left failed: ${explainError(failure, 'nothing was changed')}`,
        ),
      ),
    [api],
  );
  const open = useMemo<OpenToasts>(
    () => ({
      toasts,
      close: (id) =>
        setState((last) => ({ ...last, toasts: last.toasts.filter((toast) => toast.id !== id) })),
    }),
    [toasts],
  );
  return (
    <ToastContext value={api}>
      <OpenToastsContext value={open}>{children}</OpenToastsContext>
      <Box component="output" sx={visuallyHidden}>
        {/* A new node, so that the same text is announced again. */}
        <span key={count}>{text}</span>
      </Box>
    </ToastContext>
  );
}

/** Functions to show toasts. Throws outside of `ToastProvider`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}

/** The open toasts and a function to close them, for `ToastOutlet`. Throws outside of `ToastProvider`. */
export function useOpenToasts(): OpenToasts {
  const open = useContext(OpenToastsContext);
  if (open === null) throw new Error('useOpenToasts needs a ToastProvider above it');
  return open;
}
