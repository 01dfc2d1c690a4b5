import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CloseIcon from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { closeSnackbar } from 'notistack';
import type { CustomContentProps } from 'notistack';
import type { Ref } from 'react';

type ToastProps = CustomContentProps & { readonly ref?: Ref<HTMLDivElement> };

/** One toast as notistack lays it out; the provider speaks the text, so the box itself has no live role. */
export function Toast({ id, message, variant, action, style, ref }: ToastProps) {
  return (
    <Alert
      ref={ref}
      role="none"
      variant="filled"
      severity={variant === 'default' ? 'info' : variant}
      style={style}
      sx={{
        width: '100%',
        maxWidth: { sm: 480 },
        alignItems: 'center',
        '& .MuiAlert-action': { alignItems: 'center', pt: 0 },
        '@media print': { display: 'none' },
      }}
      action={
        <>
          {typeof action === 'function' ? action(id) : action}
          <IconButton
            color="inherit"
            size="small"
            aria-label="Close message"
            onClick={() => closeSnackbar(id)}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </>
      }
    >
      {message}
    </Alert>
  );
}

/** The toast's own action. */
export function ToastButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={onClick}>
      {label}
    </Button>
  );
}
