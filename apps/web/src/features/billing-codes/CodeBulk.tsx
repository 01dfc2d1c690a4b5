import { billingCodeBulk, billingCodeBulkPreview, MAX_BULK_CODES } from '@portal/contract/billing-code-bulk';
import { billingCodeSearch, type BillingCode } from '@portal/contract/billing-codes';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { NO_UNIT_SIZE_WARNING } from '@portal/domain/billing-code-changes';
import { useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { bulkDialogs } from '#ui/bulk/bulk-dialogs.tsx';
import { useBulk } from '#ui/bulk/use-bulk.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  ACTIVE_CHANGES,
  BILLABLE_CHANGES,
  bulkForm,
  INDICATOR_CHANGES,
  KEEP_ALL,
  LINE_TYPE_CHANGES,
  SET_CHANGES,
} from './bulk-form.ts';
import { UNIT_HELP, UNIT_SIZE_HELP } from './code-form.ts';
import { codeName } from './code-columns.tsx';
import type { CodeFilters } from './code-list.ts';

interface CodePage {
  readonly items: readonly BillingCode[];
  readonly totalCount: number;
}

const CHANGE = 'Change codes';

const ChangeDialog = bulkDialogs<BodyInputOf<typeof billingCodeBulk>>({
  noun: ['code', 'codes'],
  preview: (input) => call(billingCodeBulkPreview, input),
  useChange: () => useEndpointMutation(billingCodeBulk),
})({
  title: 'Change billing codes',
  schema: bulkForm,
  defaultValues: KEEP_ALL,
  body: (values, records) => ({ ...values, records }),
  fields: (control) => <ChangeFields control={control} />,
});

/** Selecting codes, and changing the traits of the selected ones or of all that match the filters. */
export function useCodeBulk(
  page: CodePage | undefined,
  filters: CodeFilters,
): ReturnType<typeof useBulk<BillingCode>> {
  const bulk = useBulk(page?.items, codeName, [{ label: CHANGE, isAllowed: true, Dialog: ChangeDialog }]);
  const toast = useToast();
  const { selection, open } = bulk;
  const total = page?.totalCount ?? 0;
  if (selection === undefined || total > MAX_BULK_CODES || total <= selection.selected.size) return bulk;
  // The dialog names them; a selection would hold codes of other pages.
  const changeAll = async () => {
    try {
      const { items } = await call(billingCodeSearch, { body: { ...filters, pageSize: MAX_BULK_CODES } });
      open(CHANGE, items);
    } catch (error) {
      toast.error(explainError(error, 'Failed to load billing codes'));
    }
  };
  const label = `Change all ${total} codes`;
  return { ...bulk, bulkActions: [...bulk.bulkActions, { label, onClick: () => void changeAll() }] };
}

function ChangeFields({
  control,
}: {
  readonly control: Control<z.input<typeof bulkForm>, unknown, z.output<typeof bulkForm>>;
}) {
  const [units, dates] = useWatch({ control, name: ['units', 'dates'] });
  return (
    <>
      <FormSelect control={control} name="lineType" label="Line type" options={LINE_TYPE_CHANGES} />
      <FormSelect
        control={control}
        name="bilateralIndicator"
        label="Bilateral indicator"
        options={INDICATOR_CHANGES}
      />
      <FormSelect
        control={control}
        name="units"
        label="Unit size and unit"
        options={SET_CHANGES}
        {...(units === 'remove' && { helperText: NO_UNIT_SIZE_WARNING })}
      />
      {units === 'set' ? (
        <FormGrid>
          <FormTextField
            control={control}
            name="unitSize"
            label="Unit size"
            required
            inputMode="decimal"
            helperText={UNIT_SIZE_HELP}
          />
          <FormTextField control={control} name="unit" label="Unit" required helperText={UNIT_HELP} />
        </FormGrid>
      ) : null}
      <FormSelect control={control} name="dates" label="Dates" options={SET_CHANGES} />
      {dates === 'set' ? (
        <FormGrid>
          <FormDateField control={control} name="validFrom" label="Valid from" helperText="Blank: keep" />
          <FormDateField control={control} name="validTo" label="Valid to" helperText="Blank: keep" />
        </FormGrid>
      ) : null}
      <FormSelect control={control} name="isBillable" label="Billable" options={BILLABLE_CHANGES} />
      <FormSelect control={control} name="isActive" label="Status" options={ACTIVE_CHANGES} />
    </>
  );
}
