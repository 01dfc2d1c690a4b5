import { Box, Typography } from '@mui/material';
import {
  payerLimitCreate,
  payerLimitRecord,
  payerLimitUpdate,
  type SavedLimit,
} from '@portal/contract/payer-limits';
import type { ReactNode } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { RecordForm } from '#ui/form/RecordForm.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface PayerLimitDialogProps {
  /** Null to add one. */
  readonly limit: SavedLimit | null;
  readonly onClose: () => void;
}

/** Dialog to add or change a rule of a payer. */
export function PayerLimitDialog({ limit, onClose }: PayerLimitDialogProps) {
  const create = useEndpointMutation(payerLimitCreate);
  const update = useEndpointMutation(payerLimitUpdate);
  const toast = useToast();
  return (
    <FormDialog
      title={limit === null ? 'Add Payer Limit' : 'Edit Payer Limit'}
      size="md"
      newsOf={limit?.id}
      onClose={onClose}
    >
      <RecordForm
        record={payerLimitRecord}
        saved={limit}
        initial={{ sessions: '4', months: '12' }}
        submitLabel={limit === null ? 'Add' : 'Save'}
        errorFallback="Failed to save the payer limit"
        onSave={async ({ version, ...body }) => {
          if (limit === null) await create.mutateAsync({ body });
          else await update.mutateAsync({ params: { id: limit.id }, body: { ...body, version } });
          toast.success('Payer limit saved');
          onClose();
        }}
      >
        {(field) => (
          <>
            <Part title="What is counted">
              {field('name', { helperText: 'As in “third lumbar epidural”' })}
              {field('codes', { helperText: 'A day with one of these codes is a session' })}
              {field('payer')}
              {field('policy', { helperText: 'What the payer calls the rule, for example L33906' })}
              {field('withModifier', { helperText: 'Leave blank to count all lines' })}
              {field('withoutModifier')}
              {field('sessions', { helperText: 'The most that are paid, or the fewest earlier ones' })}
              {field('months', { helperText: '0 counts all earlier sessions' })}
              {field('isBySide', {
                helperText: 'By LT and RT. A line without them, such as one with 50, counts for both.',
              })}
            </Part>
            <Part title="Paid after earlier sessions">
              {field('earlierCodes', { helperText: 'Leave blank if the rule limits how often' })}
              {field('earlierModifier', { helperText: 'On the lines of the earlier sessions' })}
              {field('minimumRelief', {
                helperText: 'Recorded in the note of each earlier session; 0 for none',
              })}
            </Part>
            <Part title="Source">
              {field('validFrom', { helperText: 'First day of service' })}
              {field('validTo', { helperText: 'Last day of service' })}
              <Box sx={{ gridColumn: '1 / -1' }}>
                {field('source', { helperText: 'The text and who issued it' })}
              </Box>
              {field('sourceUrl')}
              {field('lookedUpOn')}
              {field('isActive', { look: 'switch', helperText: 'Counts in notes' })}
            </Part>
          </>
        )}
      </RecordForm>
    </FormDialog>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box component="section" sx={{ '& + &': { mt: 3 } }}>
    <Typography component="h3" variant="subtitle2" sx={{ mb: 1.5 }}>
      {title}
    </Typography>
    <FormGrid>{children}</FormGrid>
  </Box>
);
