import { Typography } from '@mui/material';
import { timecardClockIn } from '@portal/contract/timecards';
import { optionalLines } from '@portal/contract/fields';
import { CLOCK_NOTES_MAX } from '@portal/domain/timecard';
import { z } from 'zod';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';

const schema = z.strictObject({ notes: optionalLines('Notes', CLOCK_NOTES_MAX) });

/** Asks for confirmation and optional notes before clocking in. */
export function ClockInDialog({ onClose }: { readonly onClose: () => void }) {
  const clockIn = useEndpointMutation(timecardClockIn, useRefreshOnConflict());
  const toast = useToast();
  const form = useAppForm(schema, {
    about: 'clock in',
    defaultValues: { notes: '' },
    errorFallback: 'Failed to clock in',
    onSubmit: async (body) => {
      await clockIn.mutateAsync({ body });
      toast.success('Successfully clocked in!');
      onClose();
    },
  });
  return (
    <FormDialog title="Clock in?" onClose={onClose}>
      <Form form={form}>
        <Typography>Your working time starts now.</Typography>
        <FormTextField control={form.control} name="notes" label="Notes" rows={2} helperText="Optional" />
        <FormActions submitLabel="Clock In" />
      </Form>
    </FormDialog>
  );
}
