import { Button, DialogContentText, Stack } from '@mui/material';
import type { BulkChange } from '@portal/contract/bulk';
import { useState, type ReactNode } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Form } from '../form/Form.tsx';
import { FormActions } from '../form/FormActions.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { FormDialog } from '../FormDialog.tsx';
import { isShownError } from '../shown-error.ts';
import { useToast } from '../ToastProvider.tsx';
import { RecordNames } from '../RecordNames.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import type { OpenBulkProps } from './use-bulk.tsx';

export interface BulkDialogProps<Input extends FieldValues, Output> extends OpenBulkProps {
  /** For example "Assign messages". */
  readonly title: string;
  /** The records in words: `['order', 'orders']`. */
  readonly noun: readonly [one: string, many: string];
  readonly schema: z.ZodType<Output, Input>;
  readonly defaultValues: Input;
  readonly preview: (
    values: Output,
    records: { id: string; version: number }[],
  ) => Promise<{ readonly records: readonly BulkChange[] }>;
  readonly apply: (
    values: Output,
    records: { id: string; version: number }[],
  ) => Promise<{ readonly changedCount: number }>;
  readonly isDanger?: boolean;
  readonly children: (control: Control<Input, unknown, Output>) => ReactNode;
}

/** A bulk action in two steps: its fields, then a preview of what changes in each record. All records change, or none. */
export function BulkDialog<Input extends FieldValues, Output>(props: BulkDialogProps<Input, Output>) {
  const { noun, onClose } = props;
  const toast = useToast();
  // What the dialog names is what changes, whatever the list behind it shows by then.
  const [chosen, setChosen] = useState(props.records);
  const [changes, setChanges] = useState<readonly BulkChange[] | null>(null);
  const count = (number: number) => `${number} ${noun[number === 1 ? 0 : 1]}`;
  const form = useAppForm(props.schema, {
    about: JSON.stringify([props.title, ...props.records.map(({ id }) => id)]),
    defaultValues: props.defaultValues,
    onSubmit: async (values) => {
      const records = chosen.map(({ id, version }) => ({ id, version }));
      if (changes === null) {
        setChanges((await props.preview(values, records)).records);
        return;
      }
      const { changedCount } = await props.apply(values, records).catch((error: unknown) => {
        // The fields show their errors.
        if (isShownError(error) && error.code === 'VALIDATION') setChanges(null);
        throw error;
      });
      toast.success(changedCount === 1 ? `1 ${noun[0]} changed` : `${count(changedCount)} changed`);
      props.onDeselect(chosen.map(({ id }) => id));
      onClose();
    },
    errorFallback: 'Failed to change the selected records',
  });
  const blocked = changes?.filter(({ problem }) => problem !== null).map(({ id }) => id) ?? [];
  const isEmpty = chosen.length === 0;
  return (
    <FormDialog newsOf={chosen.map(({ id }) => id)} title={props.title} size="sm" onClose={onClose}>
      <Form form={form}>
        <div>
          {/* Kept in the preview, so that Back shows what was entered. */}
          <Stack spacing={2} sx={{ display: changes === null ? 'flex' : 'none' }}>
            <DialogContentText component="div" color="textPrimary">
              {count(chosen.length)}. You see what changes before it is saved.
              <RecordNames names={chosen.map(({ name }) => name)} />
            </DialogContentText>
            {props.children(form.control)}
          </Stack>
          {changes === null ? null : (
            <BulkPreview
              changes={changes}
              onRemove={() => {
                props.onDeselect(blocked);
                setChosen(chosen.filter(({ id }) => !blocked.includes(id)));
                setChanges(changes.filter(({ problem }) => problem === null));
              }}
            />
          )}
        </div>
        {changes === null ? (
          <FormActions submitLabel="Preview" />
        ) : (
          <Stack
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ justifyContent: 'space-between', alignItems: { sm: 'flex-end' } }}
          >
            <Button onClick={() => setChanges(null)}>Back</Button>
            <FormActions
              submitLabel={`Change ${count(chosen.length)}`}
              isDanger={props.isDanger ?? false}
              isDisabled={blocked.length > 0 || isEmpty}
            />
          </Stack>
        )}
      </Form>
    </FormDialog>
  );
}
