import { Box, Button, Stack, Typography } from '@mui/material';
import { reason } from '@portal/contract/fields';
import { z } from 'zod';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { DialogFooter } from '#ui/DialogFooter.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { CaseDifferences } from './CaseDifferences.tsx';
import type { RunCase } from './use-template-cases.ts';

const schema = z.strictObject({ reason });

interface PublishDialogProps {
  readonly failing: readonly RunCase[];
  /** Number of all cases. */
  readonly count: number;
  /** Called with the reason, or null to keep editing. */
  readonly onAnswer: (reason: string | null) => void;
}

/** Shows the cases that fail with the content to be saved, and asks why it should be saved anyway. */
export function PublishDialog({ failing, count, onAnswer }: PublishDialogProps) {
  const form = useAppForm(schema, {
    about: 'publish',
    defaultValues: { reason: '' },
    errorFallback: 'Failed to save template',
    onSubmit: async (values) => onAnswer(values.reason),
  });
  return (
    <FormDialog title="Test cases fail" size="md" onClose={() => onAnswer(null)}>
      <Form form={form}>
        <Typography>
          {failing.length} of {count} test {count === 1 ? 'case' : 'cases'}{' '}
          {failing.length === 1 ? 'fails' : 'fail'} with this content. Go back and correct the template, or
          give a reason to save it anyway. The reason and the names of the cases are recorded in the audit
          log.
        </Typography>
        <Stack component="ul" sx={{ gap: 2, listStyle: 'none', m: 0, p: 0 }}>
          {failing.map(({ row, outcome }) => (
            <Box component="li" key={row.id}>
              <Typography variant="h3" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
                {row.name}
              </Typography>
              <CaseDifferences name={row.name} expectedText={row.expected.text} outcome={outcome} />
            </Box>
          ))}
        </Stack>
        <DialogFooter>
          <Stack sx={{ gap: 1.5, pt: 1.5 }}>
            <FormTextField
              control={form.control}
              name="reason"
              label="Reason"
              required
              rows={2}
              helperText="At least 10 characters"
            />
            <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
              <Button onClick={() => onAnswer(null)}>Back to the template</Button>
              <Button type="submit" variant="contained">
                Save anyway
              </Button>
            </Stack>
          </Stack>
        </DialogFooter>
      </Form>
    </FormDialog>
  );
}
