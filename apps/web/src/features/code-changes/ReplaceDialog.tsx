import { Alert, Button, DialogActions, DialogContentText } from '@mui/material';
import { codeChangeAccept, type EditionChangeRow } from '@portal/contract/code-changes';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { BillingCodePicker, type BillingCodeChoice } from '#pickers/BillingCodePicker.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { CHANGED_AREAS } from './changed-areas.ts';

interface ReplaceDialogProps {
  readonly change: EditionChangeRow;
  /** The day that the list is about. */
  readonly date: string;
  readonly onClose: () => void;
}

/** Replaces a code in a billing rule by another one, or removes it. */
export function ReplaceDialog({ change, date, onClose }: ReplaceDialogProps) {
  const { key, version, code, codeType, rule, message, proposal } = change;
  const suggested = proposal?.action === 'replace' ? proposal.suggested : [];
  const [chosen, setChosen] = useState<BillingCodeChoice | null>(suggested[0] ?? null);
  const [isSubmitted, setSubmitted] = useState(false);
  const toast = useToast();
  const accept = useEndpointMutation(codeChangeAccept, { alsoChanges: CHANGED_AREAS });
  const send = (replaceBy: string | null, done: string) =>
    accept.mutate(
      { body: { date, items: [{ key, version, replaceBy }] } },
      {
        onSuccess: () => {
          toast.success(done);
          onClose();
        },
      },
    );
  const replace = () => {
    setSubmitted(true);
    if (chosen !== null) send(chosen.id, `${code} was replaced by ${chosen.code}`);
  };
  const others = suggested.slice(1).map((each) => each.code);
  return (
    <FormDialog title={`Replace ${code}`} size="sm" onClose={onClose}>
      <DialogContentText color="textPrimary" sx={{ mb: 2 }}>
        {rule?.templateName}, rule “{rule?.ruleName}”. {code}: {message}. Its modifiers and the field of its
        units stay: check that they fit the new code. Notes do not change.
      </DialogContentText>
      <BillingCodePicker
        label="Use instead"
        codeType={codeType}
        onDate={date}
        value={chosen}
        onChange={setChosen}
        error={isSubmitted && chosen === null ? 'Choose a code' : undefined}
        {...(others.length > 0 && { helperText: `Also suggested: ${others.join(', ')}` })}
      />
      {accept.error === null ? null : (
        <Alert severity="error" sx={{ mt: 2 }}>
          {explainError(accept.error, 'Failed to change the rule')}
        </Alert>
      )}
      <DialogActions sx={{ px: 0, pb: 0, flexWrap: 'wrap' }}>
        <Button onClick={onClose} disabled={accept.isPending}>
          Cancel
        </Button>
        <Button
          color="error"
          disabled={accept.isPending}
          onClick={() => send(null, `${code} was removed from the rule`)}
        >
          Remove from Rule
        </Button>
        <Button variant="contained" loading={accept.isPending} onClick={replace}>
          Replace
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
