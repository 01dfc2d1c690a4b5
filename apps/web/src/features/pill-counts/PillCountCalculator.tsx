import { Box, Typography } from '@mui/material';
import type { PillCountResult } from '@portal/contract/pill-counts';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useIsNarrow } from '#ui/use-screen.ts';
import { expectedText, type PillCountInput, type PillCountValues } from './pill-count-form.ts';
import { PillCountFigures } from './PillCountFigures.tsx';
import { StatusGuide } from './StatusGuide.tsx';

interface PillCountCalculatorProps {
  readonly form: AppForm<PillCountInput, PillCountValues>;
  readonly result: PillCountResult | null;
  readonly today: string;
  readonly isSaving: boolean;
}

/** The calculator with its result, side by side or stacked on a phone. */
export function PillCountCalculator({ form, result, today, isSaving }: PillCountCalculatorProps) {
  const { control } = form;
  // On narrow screens, the result is below the form and may be out of view.
  const isNarrow = useIsNarrow();
  const resultBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== null && isNarrow) resultBox.current?.scrollIntoView({ block: 'nearest' });
  }, [result, isNarrow]);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
        gap: 2,
        alignItems: 'start',
        '& > section': { mt: '0 !important' },
      }}
    >
      <Section title="Prescription and count">
        <Form form={form} guardsChanges={false}>
          <CountFields control={control} today={today} />
          <FormTextField control={control} name="notes" label="Notes" rows={2} helperText="Optional" />
          <FormCheckbox
            control={control}
            name="saveToHistory"
            label="Save to history"
            helperText="Saves this count to the patient’s record."
          />
          <FormActions submitLabel={isSaving ? 'Calculate and Save' : 'Calculate'} />
        </Form>
      </Section>
      <Section title="Result" actions={<StatusGuide />}>
        <Box ref={resultBox} aria-live="polite">
          {result === null ? (
            <EmptyState text="Enter the prescription and the pills counted, then press Calculate." />
          ) : (
            <>
              <PillCountFigures result={result} />
              <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
                This result is not saved. To save it, check “Save to history” and calculate again.
              </Typography>
            </>
          )}
        </Box>
      </Section>
    </Box>
  );
}

type CountFieldsProps = Pick<PillCountCalculatorProps['form'], 'control'> & { readonly today: string };

function CountFields({ control, today }: CountFieldsProps) {
  const typed = useWatch({
    control,
    name: ['prescriptionDate', 'pillsGiven', 'pillsCarriedOver', 'pillsPerDay'],
  });
  const expected = expectedText(typed, today);
  return (
    <FormGrid>
      <FormDateField
        control={control}
        name="prescriptionDate"
        label="Prescription Date"
        required
        hasCalendar
        max={today}
      />
      <FormTextField
        control={control}
        name="prescriptionName"
        label="Prescription Name"
        helperText="Optional"
      />
      <FormTextField control={control} name="pillsGiven" label="Pills Given" required inputMode="numeric" />
      <FormTextField
        control={control}
        name="pillsCarriedOver"
        label="Pills Carried Over"
        inputMode="numeric"
        helperText="Pills left from an earlier fill; leave blank if none"
      />
      <FormTextField
        control={control}
        name="pillsPerDay"
        label="Pills per Day"
        required
        inputMode="decimal"
      />
      <FormTextField
        control={control}
        name="pillsRemaining"
        label="Pills Remaining"
        required
        inputMode="numeric"
        {...(expected !== undefined && { helperText: expected })}
      />
    </FormGrid>
  );
}
