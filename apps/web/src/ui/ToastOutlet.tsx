import CloseIcon from '@mui/icons-material/Close';
import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Alert, Box, Button, IconButton, Snackbar, type SxProps } from '@mui/material';
import { useState } from 'react';
import { useOpenToasts, type OpenToast } from './ToastProvider.tsx';

/** Display times in milliseconds; longer with a button. Errors stay until they are closed. */
const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 12_000;

/**
 * Shows the newest toast in a reserved place of the layout, so that it covers nothing. While the pointer or the focus is on a
 * toast, its timer stops and newer toasts wait. When it closes, older toasts are shown again.
 */
export function ToastOutlet({ sx }: { readonly sx: SxProps }) {
  const { toasts, close } = useOpenToasts();
  const [heldId, setHeldId] = useState<number | null>(null);
  const toast = toasts.find(({ id }) => id === heldId) ?? toasts.at(-1);
  return (
    <Box component="section" aria-label="Messages" sx={sx}>
      {toast === undefined ? null : (
        <Toast
          key={toast.id}
          toast={toast}
          onClose={() => close(toast.id)}
          onHold={(isHeld) => setHeldId(isHeld ? toast.id : null)}
        />
      )}
    </Box>
  );
}

interface ToastProps {
  readonly toast: OpenToast;
  readonly onClose: () => void;
  readonly onHold: (isHeld: boolean) => void;
}

function Toast({ toast: { kind, message, action }, onClose, onHold }: ToastProps) {
  const [isTruncated, setTruncated] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const shownMs = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  return (
    <Snackbar
      open
      autoHideDuration={kind === 'error' ? null : shownMs}
      onClose={(_event, reason) => {
        if (reason === 'timeout') onClose();
      }}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      sx={{ position: 'static', flex: 1, minWidth: 0 }}
    >
      <Alert
        // The provider announces the text.
        role="none"
        variant="filled"
        severity={kind}
        // MUI’s colors of filled alerts are too pale in the dark scheme.
        sx={[compact, { bgcolor: `${kind}.main`, color: `${kind}.contrastText` }]}
        action={
          <>
            {isTruncated ? (
              <IconButton
                color="inherit"
                size="small"
                aria-label="Show full message"
                aria-expanded={isExpanded}
                onClick={() => setExpanded(!isExpanded)}
              >
                {isExpanded ? <ExpandLessIcon fontSize="small" /> : <ExpandMoreIcon fontSize="small" />}
              </IconButton>
            ) : null}
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
        }
      >
        <Box
          ref={(text: HTMLElement | null) => {
            if (text !== null && text.scrollHeight > text.clientHeight) setTruncated(true);
          }}
          sx={isExpanded ? {} : { maxHeight: { xs: 2 * LINE, md: 3 * LINE }, overflow: 'hidden' }}
        >
          {message}
        </Box>
      </Alert>
    </Snackbar>
  );
}

/** Line height in pixels. */
const LINE = 17;

/** Two lines fit on a phone, three on a wide screen. Longer texts can be expanded. */
const compact = {
  flex: 1,
  minWidth: 0,
  alignItems: 'center',
  px: 1.5,
  py: 0,
  fontSize: '0.8125rem',
  lineHeight: `${LINE}px`,
  // On a phone, the text needs the room.
  '& .MuiAlert-icon': { display: { xs: 'none', sm: 'flex' }, p: 0, mr: 1, fontSize: 20 },
  '& .MuiAlert-message': {
    flex: 1,
    p: 0,
    my: { xs: 0.5, md: 0.25 },
    overflow: 'visible',
    overflowWrap: 'anywhere',
  },
  '& .MuiAlert-action': { alignItems: 'center', p: 0, pl: 1, mr: -1 },
};
