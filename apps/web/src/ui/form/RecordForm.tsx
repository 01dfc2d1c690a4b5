import type { Field, Fields, RowOf } from '@portal/contract/record';
import type { DraftForm } from '@portal/domain/form-drafts';
import type { ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { z } from 'zod';
import { FormDialog } from '../FormDialog.tsx';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { FormCheckbox } from './FormCheckbox.tsx';
import { FormDateField } from './FormDateField.tsx';
import { FormPhoneField } from './FormPhoneField.tsx';
import { FormTextField, type FormTextFieldProps } from './FormTextField.tsx';
import {
  labelsOf,
  newInput,
  recordSchema,
  savedInput,
  type RecordChange,
  type RecordInput,
} from './record-input.ts';
import { useAppForm } from './use-app-form.ts';

/** How a field looks, besides what the record says. */
export type Look = Pick<
  FormTextFieldProps<FieldValues, unknown>,
  'helperText' | 'format' | 'inputMode' | 'type' | 'toValue' | 'disabled' | 'rows'
> & { readonly look?: 'checkbox' | 'switch' };

interface RecordFormProps<F extends Fields> {
  /** From the contract's `record`. */
  readonly record: { readonly fields: F; readonly row: z.ZodType<RowOf<F>> };
  /** The record to change; null to add one. */
  readonly saved: RowOf<F> | null;
  /** Values of a new record that are not the usual ones. */
  readonly initial?: Partial<RecordInput<F>>;
  /** See `useAppForm`. */
  readonly draft?: DraftForm;
  readonly errorFallback: string;
  readonly onSave: (values: RecordChange<F>) => Promise<unknown>;
  readonly cancelTo?: string;
  readonly submitLabel?: string;
  /** Lays out the fields. */
  readonly children: (field: (name: keyof F & string, look?: Look) => ReactNode) => ReactNode;
}

/** The form of a record: its schema, labels and limits come from the record. */
export function RecordForm<F extends Fields>({
  record: { fields, row },
  saved,
  initial,
  onSave,
  children,
  ...props
}: RecordFormProps<F>) {
  const form = useAppForm(recordSchema(fields), {
    about: saved?.id ?? 'new',
    ...(props.draft !== undefined && { draft: props.draft }),
    defaultValues: saved === null ? { ...newInput(fields), ...initial } : savedInput(fields, saved),
    onSubmit: async (values) => void (await onSave(values)),
    errorFallback: props.errorFallback,
    stale: {
      read: (current) => {
        const parsed = row.safeParse(current);
        return parsed.success ? savedInput(fields, parsed.data) : null;
      },
      labels: labelsOf(fields),
    },
  });
  const field = (name: keyof F & string, look: Look = {}) => {
    const about: Field | undefined = fields[name];
    if (about === undefined) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the fields are paths of the form
    const path = name as Path<RecordInput<F>>;
    return <RecordField key={name} control={form.control} name={path} about={about} {...look} />;
  };
  return (
    <Form form={form}>
      {children(field)}
      <FormActions
        {...(props.cancelTo !== undefined && { cancelTo: props.cancelTo })}
        submitLabel={props.submitLabel ?? 'Save'}
      />
    </Form>
  );
}

type RecordFieldProps<Input extends FieldValues, Output> = Look &
  Pick<FormTextFieldProps<Input, Output>, 'control' | 'name'> & { readonly about: Field };

/** The form field of a record’s field. One with a choice is its form’s own. */
export function RecordField<Input extends FieldValues, Output>({
  about: { kind, label, isRequired: required },
  ...field
}: RecordFieldProps<Input, Output>) {
  const props = { label, required, ...field };
  if (kind === 'flag') return <FormCheckbox {...props} />;
  if (kind === 'phone') return <FormPhoneField {...props} />;
  if (kind === 'date') return <FormDateField {...props} />;
  return <FormTextField {...(kind === 'number' && { inputMode: 'numeric' })} {...props} />;
}

interface RecordDialogProps<F extends Fields> extends Omit<RecordFormProps<F>, 'children' | 'cancelTo'> {
  readonly title: string;
  readonly looks?: { readonly [N in keyof F & string]?: Look };
  /** What tells of changes of the record, if not its own id. */
  readonly newsOf?: string;
  readonly onClose: () => void;
}

/** A dialog to add or change a record, with a form field for each of its fields. */
export function RecordDialog<F extends Fields>({
  title,
  looks,
  newsOf,
  onClose,
  onSave,
  ...form
}: RecordDialogProps<F>) {
  const names: readonly (keyof F & string)[] = Object.keys(form.record.fields);
  return (
    <FormDialog
      title={title}
      newsOf={form.saved === null ? undefined : (newsOf ?? form.saved.id)}
      onClose={onClose}
    >
      <RecordForm
        submitLabel={form.saved === null ? 'Add' : 'Save'}
        {...form}
        onSave={async (values) => {
          await onSave(values);
          onClose();
        }}
      >
        {(field) => names.map((name) => field(name, looks?.[name]))}
      </RecordForm>
    </FormDialog>
  );
}
