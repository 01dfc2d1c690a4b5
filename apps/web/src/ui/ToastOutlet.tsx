import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import type { SxProps } from '@mui/material/styles';
import { useOpenToasts } from './ToastProvider.tsx';
import type { OpenToast } from './ToastProvider.tsx';

/** Milliseconds; reaching a button takes longer. Errors stay until they are closed. */
const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 12_000;

/**
 * Shows the newest toast where it stands in the layout, so that it covers nothing. It stays while the pointer or the focus is on it: then
 * a newer one waits, and its time stops. The ones before it come back when it closes.
 */
export function ToastOutlet({ sx }: { readonly sx: SxProps }) {
  const { toasts, close } = useOpenToasts();
  const [heldId, setHeldId] = useState<number | null>(null);
  const toast = toasts.find(({ id }) => id === heldId) ?? toasts.at(-1);
  const hold = () => setHeldId(toast?.id ?? null);
  const release = () => setHeldId(null);
  return (
    <Box component="section" aria-label="Messages" sx={sx}>
      {toast === undefined ? null : (
        <Snackbar
          key={toast.id}
          open
          autoHideDuration={hideAfter(toast)}
          onClose={(_event, reason) => {
            if (reason === 'timeout') close(toast.id);
          }}
          onMouseEnter={hold}
          onMouseLeave={release}
          onFocus={hold}
          onBlur={release}
          sx={{ position: 'static', flex: 1, minWidth: 0 }}
        >
          <Alert
            // The provider announces the text.
            role="none"
            variant="filled"
            severity={toast.kind}
            // MUI's own colors of a filled alert are too pale in the dark scheme.
            sx={[compact, { bgcolor: `${toast.kind}.main`, color: `${toast.kind}.contrastText` }]}
            action={<ToastButtons toast={toast} onClose={() => close(toast.id)} />}
          >
            {toast.message}
          </Alert>
        </Snackbar>
      )}
    </Box>
  );
}

function ToastButtons({
  toast: { action },
  onClose,
}: {
  readonly toast: OpenToast;
  readonly onClose: () => void;
}) {
  return (
    <>
      {action === undefined ? null : (
        <Button
          color="inherit"
          size="small"
          sx={{ whiteSpace: 'nowrap' }}
          onClick={() => {
            onClose();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton color="inherit" size="small" aria-label="Close message" onClick={onClose}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </>
  );
}

const hideAfter = ({ kind, action }: OpenToast): number | null =>
  kind === 'error' ? null : action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;

/** Two or three lines in the top bar; a longer text scrolls. */
const compact = {
  flex: 1,
  minWidth: 0,
  alignItems: 'center',
  px: 1.5,
  py: 0,
  fontSize: '0.8125rem',
  lineHeight: '17px',
  '& .MuiAlert-icon': { p: 0, mr: 1, fontSize: 20 },
  '& .MuiAlert-message': { flex: 1, py: 0, my: 0.5, maxHeight: { xs: 34, md: 51 }, overflowWrap: 'anywhere' },
  '& .MuiAlert-action': { alignItems: 'center', p: 0, pl: 1, mr: -1 },
};
