import type { CodeTraits } from '@portal/domain/billing-code-traits';
import { LINE_TYPE_LABELS, type LineType } from '@portal/domain/billing-line';
import { formatDateUs } from '@portal/domain/date';
import type { FieldValues, Path } from 'react-hook-form';
import { textOf } from '#ui/form/field.ts';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import type { AppForm } from '#ui/form/use-app-form.ts';
import {
  INDICATOR_HELP,
  INDICATOR_OPTIONS,
  LINE_TYPE_HELP,
  LINE_TYPE_OPTIONS,
  UNIT_HELP,
  UNKNOWN,
  unitSizeHelp,
  VALID_HELP,
  type CodeChangeInput,
} from './code-form.ts';

/** Select value for the default of the code's range. */
const FROM_CODE = 'from-code';

const automaticOption = (text: string) => ({ value: FROM_CODE, label: `Automatic (${text})` });
const placeholder = (value: string | number | null | undefined) =>
  value !== null && value !== undefined && { placeholder: String(value) };
const dateHelp = (day: string | null | undefined) =>
  day === null || day === undefined ? VALID_HELP : `Blank: ${formatDateUs(day)}`;

interface CodeFieldsProps<Input extends FieldValues, Output> {
  readonly control: AppForm<Input, Output>['control'];
  /** What is typed so far; null for a diagnosis, which has no traits. */
  readonly typed: { readonly lineType?: LineType | undefined; readonly unitSize?: string | undefined } | null;
  /** The values that a new code gets for blank fields; undefined for an existing code. */
  readonly automatic?: CodeTraits;
}

/** What a code says, and what a procedure is for billing. */
export function CodeFields<Input extends FieldValues, Output>({
  control,
  typed,
  automatic,
}: CodeFieldsProps<Input, Output>) {
  const named = (name: keyof CodeChangeInput) => ({
    control,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both forms of a code have these fields
    name: name as Path<Input>,
  });
  const hasSize = (typed?.unitSize ?? '').trim() !== '' || typeof automatic?.unitSize === 'number';
  return (
    <>
      <FormTextField {...named('description')} label="Description" required rows={3} />
      <FormTextField {...named('category')} label="Category" />
      {typed === null ? null : (
        <>
          <FormSelect
            {...named('lineType')}
            label="Line type"
            options={[
              ...(automatic === undefined ? [] : [automaticOption(LINE_TYPE_LABELS[automatic.lineType])]),
              ...LINE_TYPE_OPTIONS,
            ]}
            helperText={LINE_TYPE_HELP}
            toText={(value) => textOf(value) || FROM_CODE}
            toValue={(option) => (option === FROM_CODE ? undefined : option)}
          />
          <FormSelect
            {...named('bilateralIndicator')}
            label="Bilateral indicator"
            options={[
              ...(automatic === undefined
                ? []
                : [automaticOption(String(automatic.bilateralIndicator ?? 'Unknown'))]),
              ...INDICATOR_OPTIONS,
            ]}
            helperText={INDICATOR_HELP}
            toText={(value) => (value === null ? UNKNOWN : textOf(value) || FROM_CODE)}
            toValue={(option) =>
              option === FROM_CODE ? undefined : option === UNKNOWN ? null : Number(option)
            }
          />
          <FormGrid>
            <FormTextField
              {...named('unitSize')}
              label="Unit size"
              inputMode="decimal"
              helperText={unitSizeHelp(typed.lineType ?? automatic?.lineType, hasSize)}
              {...placeholder(automatic?.unitSize)}
            />
            <FormTextField
              {...named('unit')}
              label="Unit"
              helperText={UNIT_HELP}
              {...placeholder(automatic?.unit)}
            />
            <FormDateField
              {...named('validFrom')}
              label="Valid from"
              helperText={dateHelp(automatic?.validFrom)}
            />
            <FormDateField {...named('validTo')} label="Valid to" helperText={dateHelp(automatic?.validTo)} />
          </FormGrid>
        </>
      )}
    </>
  );
}
