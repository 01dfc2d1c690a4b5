import Box from '@mui/material/Box';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { createContext, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Toast, ToastButton } from './Toast.tsx';
import { visuallyHidden } from './visually-hidden.ts';

type ToastKind = 'success' | 'error' | 'info';

/** A button in the toast, for example "Open patient"; pressing it closes the toast. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Texts must not carry health data beyond what the screen below shows. */
export type Toasts = Readonly<Record<ToastKind, (message: string, action?: ToastAction) => void>>;

const ToastContext = createContext<Toasts | null>(null);

/** Milliseconds; to reach a button takes longer. Errors stay until closed. */
const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 12_000;
const SHOWN_AT_ONCE = 3;

/**
 * A message must not keep anybody from what it lies upon, for example the actions of the last row: only its buttons take
 * clicks. As a pointer that rests on it would not be noticed either, it goes away in its time.
 */
const letsClicksThrough = {
  '& .notistack-SnackbarContainer > div': { pointerEvents: 'none !important' },
  '& button': { pointerEvents: 'auto' },
};

const KINDS = { success: Toast, error: Toast, info: Toast };

/** Short messages in the corner, spoken politely: they neither interrupt a screen reader nor take the focus. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState({ count: 0, text: '' });
  const toasts = useMemo<Toasts>(() => {
    const show = (kind: ToastKind) => (message: string, action?: ToastAction) => {
      setSpoken(({ count }) => ({ count: count + 1, text: message }));
      enqueueSnackbar(message, {
        key: `${kind} ${message}`,
        variant: kind,
        preventDuplicate: true,
        autoHideDuration: kind === 'error' ? null : action ? SHOWN_WITH_ACTION_MS : SHOWN_MS,
        action: action ? (
          <ToastButton
            label={action.label}
            onClick={() => {
              closeSnackbar(`${kind} ${message}`);
              action.onClick();
            }}
          />
        ) : null,
      });
    };
    return { success: show('success'), error: show('error'), info: show('info') };
  }, []);
  return (
    <ToastContext value={toasts}>
      {children}
      <Box component="section" aria-label="Messages" sx={letsClicksThrough}>
        <SnackbarProvider
          maxSnack={SHOWN_AT_ONCE}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          Components={KINDS}
        />
      </Box>
      <Box component="output" sx={visuallyHidden}>
        {/* A new node, so that the same text is spoken again. */}
        <span key={spoken.count}>{spoken.text}</span>
      </Box>
    </ToastContext>
  );
}

/** Shows toasts; throws outside of `ToastProvider`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}
