import { Button, Stack } from '@mui/material';
import { useFormState } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { BOTTOM_BAR } from '../bottom-bar.ts';
import { useDialogClosing } from '../dialog-closing.tsx';
import { useReturnLink } from '../places.ts';

interface FormActionsProps {
  /** Link target of Cancel. In a `FormDialog`, Cancel closes the dialog; other dialogs pass `onCancel`. */
  readonly cancelTo?: string;
  readonly onCancel?: () => void;
  /** Default "Save". */
  readonly submitLabel?: string;
  /** Shows the submit button in red. */
  readonly isDanger?: boolean;
  /** Disables the submit button. */
  readonly isDisabled?: boolean;
}

/** The Cancel and Save buttons of a `Form`. Save shows a spinner while saving. */
export function FormActions({
  cancelTo,
  onCancel,
  submitLabel = 'Save',
  isDanger = false,
  isDisabled = false,
}: FormActionsProps) {
  const { isSubmitting } = useFormState();
  const cancel = useDialogClosing()?.close ?? onCancel;
  return (
    <Stack
      direction={{ xs: cancelTo === undefined ? 'column-reverse' : 'row', sm: 'row' }}
      spacing={1}
      data-sticks
      sx={{
        justifyContent: 'flex-end',
        alignItems: { sm: 'center' },
        pt: 1,
        ...(cancelTo !== undefined && BOTTOM_BAR),
      }}
    >
      {cancelTo === undefined ? null : <CancelLink to={cancelTo} isDisabled={isSubmitting} />}
      {cancel === undefined ? null : (
        <Button onClick={cancel} disabled={isSubmitting}>
          Cancel
        </Button>
      )}
      <Button
        type="submit"
        variant="contained"
        color={isDanger ? 'error' : 'primary'}
        disabled={isDisabled}
        loading={isSubmitting}
      >
        {submitLabel}
      </Button>
    </Stack>
  );
}

function CancelLink({ to, isDisabled }: { readonly to: string; readonly isDisabled: boolean }) {
  const linkTo = useReturnLink();
  return (
    <Button component={RouterLink} {...linkTo(to)} disabled={isDisabled}>
      Cancel
    </Button>
  );
}
