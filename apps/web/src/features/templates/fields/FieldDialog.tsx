import { Button, Divider, Stack, Typography } from '@mui/material';
import type { AutoPopulateSource } from '@portal/contract/templates';
import type { TemplateField } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DialogFooter } from '#ui/DialogFooter.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { FieldBasics } from './FieldBasics.tsx';
import { FieldDependency } from './FieldDependency.tsx';
import { FieldDose } from './FieldDose.tsx';
import { fieldForm } from './field-form.ts';
import type { FieldFormState, FieldInput } from './field-shape.ts';
import { FieldRules } from './FieldRules.tsx';
import { fieldInput, fieldOf, idOfLabel, NEW_FIELD } from './field-values.ts';

interface SavedHow {
  /** New ids of columns by the old ones, as "lesions.level". */
  readonly columns: ReadonlyMap<string, string>;
  /** Whether another new field follows. */
  readonly isNext: boolean;
}

interface FieldDialogProps {
  /** Null for a new field. */
  readonly field: TemplateField | null;
  /** All fields of the template. */
  readonly fields: readonly TemplateField[];
  readonly source: AutoPopulateSource | undefined;
  /** What is entered under "Try it out", for the result of a formula. */
  readonly answers?: FieldValues;
  readonly onSave: (field: TemplateField, source: AutoPopulateSource | null, how: SavedHow) => void;
  readonly onClose: () => void;
}

/** Dialog for all properties and rules of a field. */
export function FieldDialog({
  field,
  fields,
  source,
  answers = NO_ANSWERS,
  onSave,
  onClose,
}: FieldDialogProps) {
  const others = fields.filter((each) => each !== field);
  const [schema] = useState(() => fieldForm(others.map(({ id }) => id)));
  const isNext = useRef(false);
  const form = useAppForm(schema, {
    about: field?.id ?? 'new',
    defaultValues: field === null ? NEW_FIELD : fieldInput(field, source),
    errorFallback: 'The field could not be saved',
    onSubmit: async (values) =>
      onSave(fieldOf(values), values.autoPopulate === '' ? null : values.autoPopulate, {
        columns: renamedColumns(field, values),
        isNext: isNext.current,
      }),
  });
  useIdOfLabel(form, field === null);
  return (
    <FormDialog title={field === null ? 'Add Field' : 'Edit Field'} size="md" onClose={onClose}>
      <Form form={form}>
        <FieldBasics form={form} isNew={field === null} />
        <Divider />
        <FieldDose form={form} fields={others} />
        <Divider />
        <FieldDependency form={form} fields={others} answers={answers} />
        <Divider />
        <div>
          <Typography variant="h3" sx={{ mb: 1 }}>
            Rules
          </Typography>
          <FieldRules form={form} fields={others} own={field} previous={choiceBefore(field, fields)} />
        </div>
        <DialogFooter>
          <Stack direction={{ xs: 'column-reverse', sm: 'row' }} sx={{ justifyContent: 'flex-end', gap: 1 }}>
            {field === null ? (
              <Button
                onClick={() => {
                  isNext.current = true;
                  void form.submit().finally(() => (isNext.current = false));
                }}
                sx={{ mt: 1, display: { xs: 'none', sm: 'inline-flex' } }}
              >
                Add and Next
              </Button>
            ) : null}
            <FormActions submitLabel={field === null ? 'Add Field' : 'Save Field'} />
          </Stack>
        </DialogFooter>
      </Form>
    </FormDialog>
  );
}

/** The columns of a saved field whose ids were changed. */
function renamedColumns(field: TemplateField | null, { columns }: FieldInput): ReadonlyMap<string, string> {
  const saved = new Set(field?.columns?.map(({ id }) => id));
  return new Map(
    columns.flatMap(({ key, columnId }) =>
      field !== null && saved.has(key) && key !== columnId
        ? [[`${field.id}.${key}`, `${field.id}.${columnId}`] as const]
        : [],
    ),
  );
}

const NO_ANSWERS: FieldValues = {};

/** The nearest field with a choice of options above a field, or above the end for a new one. */
function choiceBefore(
  field: TemplateField | null,
  fields: readonly TemplateField[],
): TemplateField | undefined {
  const above = field === null ? fields : fields.slice(0, fields.indexOf(field));
  return above.findLast(({ options }) => options.length > 0);
}

/** Derives the id of a new field from its label until the user edits the id. */
function useIdOfLabel({ control, methods }: FieldFormState, isNew: boolean): void {
  const label = useWatch({ control, name: 'label' });
  const last = useRef('');
  useEffect(() => {
    if (!isNew || methods.getValues('id') !== last.current) return;
    last.current = idOfLabel(label);
    methods.setValue('id', last.current, { shouldValidate: methods.formState.isSubmitted });
  }, [isNew, label, methods]);
}
