import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { MAX_REASON, reason as reasonSchema } from '@portal/contract/fields';
import { characterCount, tooManyCharacters } from '@portal/domain/text';
import { useContext, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ErrorPanel } from './ErrorPanel.tsx';
import { EditedRecordNews, type NewsOf } from './form/EditedRecordNews.tsx';
import { UnsavedGuard } from './form/UnsavedGuard.tsx';
import { useKeptInput } from './form/use-kept-input.ts';
import { RecordNames } from './RecordNames.tsx';
import { rescueFocus } from './rescue-focus.ts';
import { explainShownError, toShownError, type ShownError } from './shown-error.ts';
import { ToastContext } from './ToastProvider.tsx';

interface ConfirmFields {
  readonly title: string;
  readonly text: ReactNode;
  /** A verb, for example "Deactivate". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** Another answer, which gives something up, for example "Discard". */
  readonly other?: { readonly label: string; readonly onChoose: () => Promise<void> };
  /** Disables the confirm button. */
  readonly isDisabled?: boolean;
  /** Asks for a reason of 10–500 characters. */
  readonly asksReason?: boolean;
  /** How many records there are, if only the first names are known. */
  readonly recordCount?: number | undefined;
  /** The records that the action changes; the dialog says at once what others did to them. */
  readonly newsOf?: NewsOf | undefined;
  /** Shown when the error has no message. */
  readonly errorFallback?: string;
  /**
   * `reason` is trimmed, and blank without `asksReason`. The dialog closes when the promise resolves, says the text to which it
   * resolves, if any, in a toast, and shows its rejection.
   */
  readonly onConfirm: (reason: string) => Promise<string | undefined | void>;
  readonly onClose: () => void;
}

/** What a dangerous action is about; the confirm button is red. */
interface DangerousAction {
  readonly isDanger: boolean;
  /** The names of the records. The dialog lists those that its title and text do not already contain. */
  readonly records: readonly string[];
}

type Danger = DangerousAction | { readonly isDanger?: false; readonly records?: readonly string[] };

export type ConfirmDialogProps = ConfirmFields & Danger & { readonly open: boolean };

/** What a `ConfirmDialog` asks. */
export type Question = Omit<ConfirmFields, 'onClose'> & Danger;

/** Asks for confirmation. Stays open and busy until the action is done. */
export function ConfirmDialog({ open, onClose, ...props }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      role="alertdialog"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <ConfirmForm {...props} textId={textId} isBusy={isBusy} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

type ConfirmFormProps = ConfirmFields & {
  readonly isDanger?: boolean;
  readonly records?: readonly string[];
  readonly textId: string;
  readonly isBusy: boolean;
  readonly onBusy: (isBusy: boolean) => void;
};

const asText = (input: unknown) => (typeof input === 'string' ? input : null);

/** What was typed and went wrong in a question, and what its answer does. */
function useConfirmation(
  { asksReason = false, isBusy, onBusy, ...props }: Omit<ConfirmFormProps, 'textId'>,
  form: RefObject<HTMLFormElement | null>,
) {
  const { input, setInput, isDirty, keep } = useKeptInput({
    dialog: props.title,
    about: props.records ?? [],
    initial: '',
    parse: asText,
  });
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [error, setError] = useState<ShownError | null>(null);
  const toasts = useContext(ToastContext);

  const run = async (answer: () => Promise<string | undefined | void>) => {
    onBusy(true);
    setError(null);
    try {
      const message = await answer();
      if (message !== undefined) toasts?.success(message);
      props.onClose();
    } catch (failure) {
      const shown = toShownError(failure, props.errorFallback ?? 'Something went wrong');
      // The person has left the page.
      if (form.current !== null) setError(shown);
      else {
        if (isDirty) keep();
        toasts?.error(explainShownError(shown));
      }
    } finally {
      onBusy(false);
    }
  };

  const confirm = async () => {
    const parsed = asksReason ? reasonSchema.safeParse(input) : { success: true as const, data: '' };
    setReasonError(parsed.success ? null : (parsed.error.issues[0]?.message ?? null));
    if (!parsed.success || isBusy || props.isDisabled === true) return;
    await run(() => props.onConfirm(parsed.data));
  };
  return {
    reason: input,
    setReason: setInput,
    reasonError: tooManyCharacters(input, MAX_REASON) ?? reasonError,
    isDirty,
    error,
    confirm,
    chooseOther: () => void (props.other === undefined ? null : run(props.other.onChoose)),
  };
}

/** Mounted with the dialog's content, so that each opening starts without an old reason or error. */
function ConfirmForm({ textId, ...props }: ConfirmFormProps) {
  const { isBusy, asksReason = false, isDanger = false, records = [] } = props;
  const form = useRef<HTMLFormElement>(null);
  const { reason, setReason, reasonError, isDirty, error, confirm, chooseOther } = useConfirmation(
    props,
    form,
  );
  // Focuses the reason field, or else the safe choice.
  const field = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    (field.current ?? cancel.current)?.focus();
    return rescueFocus;
  }, []);
  const said = `${props.title} ${typeof props.text === 'string' ? props.text : ''}`;
  const unnamed = records.filter((name) => !said.includes(name));
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <UnsavedGuard
        isDirty={isDirty}
        isSaving={() => asksReason && isBusy}
        text={`What you typed in “${props.title}” will be lost.`}
      />
      <DialogContent sx={{ pt: 0 }}>
        {props.newsOf === undefined ? null : <EditedRecordNews id={props.newsOf} isQuestion={!asksReason} />}
        {error === null ? null : (
          <Box sx={{ mb: 2 }}>
            <ErrorPanel message={error.message} hint={error.hint} />
          </Box>
        )}
        <DialogContentText id={textId} component="div" color="textPrimary">
          {props.text}
          <RecordNames names={unnamed} total={props.recordCount} />
        </DialogContentText>
        {asksReason ? (
          <ReasonField
            inputRef={field}
            value={reason}
            error={reasonError}
            isDisabled={isBusy}
            onChange={setReason}
          />
        ) : null}
      </DialogContent>
      <ConfirmActions
        {...props}
        cancelRef={cancel}
        isDanger={isDanger}
        isBusy={isBusy}
        onOther={chooseOther}
      />
    </form>
  );
}

interface ReasonFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly onChange: (reason: string) => void;
}

function ReasonField({ inputRef, value, error, isDisabled, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label="Reason"
      required
      multiline
      minRows={2}
      fullWidth
      inputRef={inputRef}
      sx={{ mt: 2 }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== null}
      helperText={error ?? `10 to ${MAX_REASON} characters (${characterCount(value.trim())})`}
      disabled={isDisabled}
    />
  );
}

interface ConfirmActionsProps extends Pick<
  ConfirmFields,
  'confirmLabel' | 'cancelLabel' | 'other' | 'isDisabled' | 'onClose'
> {
  readonly onOther: () => void;
  readonly cancelRef: RefObject<HTMLButtonElement | null>;
  readonly isDanger: boolean;
  readonly isBusy: boolean;
}

function ConfirmActions({
  cancelRef,
  confirmLabel,
  cancelLabel = 'Cancel',
  other,
  onOther,
  isDisabled = false,
  isDanger,
  isBusy,
  onClose,
}: ConfirmActionsProps) {
  return (
    <DialogActions>
      <Button ref={cancelRef} onClick={onClose} disabled={isBusy}>
        {cancelLabel}
      </Button>
      {other === undefined ? null : (
        <Button color="error" onClick={onOther} disabled={isBusy}>
          {other.label}
        </Button>
      )}
      <Button
        type="submit"
        variant="contained"
        color={isDanger ? 'error' : 'primary'}
        loading={isBusy}
        disabled={isDisabled}
      >
        {confirmLabel}
      </Button>
    </DialogActions>
  );
}
