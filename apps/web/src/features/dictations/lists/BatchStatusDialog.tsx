import { DialogContentText } from '@mui/material';
import { dictationBatchStatus, type DictationRow } from '@portal/contract/dictations';
import { maySign } from '@portal/domain/roles';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { RecordNames } from '#ui/RecordNames.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationCountText, dictationName } from '../dictation-labels.ts';
import { FindingsAlert } from '../signing/FindingList.tsx';
import { useFindings } from '../signing/use-findings.ts';

const schema = dictationBatchStatus.body.pick({ newStatus: true });

const DRAFT = {
  value: 'Draft',
  label: 'Draft',
  description: 'Return to the author (from Saved or Completed)',
};
const SAVED = { value: 'Saved', label: 'Saved', description: 'Ready for physician review (from Draft)' };
const COMPLETED = {
  value: 'Completed',
  label: 'Completed',
  description: 'Reviewed and ready to sign (from Saved)',
};

interface BatchStatusDialogProps {
  readonly dictations: readonly DictationRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes the status of the selected dictations, all or none. */
export function BatchStatusDialog({ dictations, onDone, onClose }: BatchStatusDialogProps) {
  const toast = useToast();
  const ids = dictations.map(({ id }) => id);
  const isProvider = maySign(useCurrentUser().roles);
  const change = useEndpointMutation(dictationBatchStatus, {
    alsoChanges: ['Dictation groups', 'Dashboard'],
  });
  const form = useAppForm(schema, {
    about: ids.join(),
    defaultValues: { newStatus: isProvider ? 'Completed' : 'Saved' },
    onSubmit: async ({ newStatus }) => {
      const { updatedCount } = await change.mutateAsync({ body: { dictationIds: ids, newStatus } });
      toast.success(`${dictationCountText(updatedCount)} changed to ${newStatus}`);
      onDone();
      onClose();
    },
    errorFallback: 'Failed to change the status',
  });
  const [newStatus] = useWatch({ control: form.control, name: ['newStatus'] });
  const check = useFindings(newStatus === 'Completed' ? ids : []);
  return (
    <FormDialog newsOf={ids} title="Change status" onClose={onClose}>
      <Form form={form}>
        <DialogContentText component="div" color="textPrimary">
          {dictationCountText(ids.length)} selected. If any of them cannot change to this status, none are
          changed. Signed dictations never change.
          <RecordNames names={dictations.map(dictationName)} />
        </DialogContentText>
        <FormSelect
          control={form.control}
          name="newStatus"
          label="New status"
          required
          options={isProvider ? [COMPLETED, SAVED, DRAFT] : [SAVED, DRAFT]}
        />
        <FindingsAlert check={{ ...check, isOne: false }} />
        <FormActions submitLabel="Change Status" />
      </Form>
    </FormDialog>
  );
}
