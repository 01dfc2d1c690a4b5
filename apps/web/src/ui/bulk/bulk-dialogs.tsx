import type { BulkChange } from '@portal/contract/bulk';
import type { ComponentType, ReactNode } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { BulkDialog } from './BulkDialog.tsx';
import type { OpenBulkProps } from './use-bulk.tsx';

/** A record in the request of a bulk action. */
interface Chosen {
  id: string;
  version: number;
}

/** What the bulk actions on one kind of record have in common. */
interface BulkKind<Body> {
  /** The records in words: `['order', 'orders']`. */
  readonly noun: readonly [one: string, many: string];
  readonly preview: (input: { body: Body }) => Promise<{ readonly records: readonly BulkChange[] }>;
  readonly useChange: () => {
    readonly mutateAsync: (input: { body: Body }) => Promise<{ readonly changedCount: number }>;
  };
}

/** A bulk action: its form, and the request body from its values. */
interface BulkForm<Body, Input extends FieldValues, Output> {
  /** For example "Assign messages". */
  readonly title: string;
  readonly schema: z.ZodType<Output, Input>;
  readonly defaultValues: Input;
  readonly body: (values: Output, records: Chosen[]) => Body;
  readonly isDanger?: boolean;
  readonly fields: (control: Control<Input, unknown, Output>) => ReactNode;
}

/** Returns a function that makes the dialogs of the bulk actions on one kind of record, for `useBulk`. */
export function bulkDialogs<Body>({ noun, preview, useChange }: BulkKind<Body>) {
  return <Input extends FieldValues, Output>({
    body,
    fields,
    ...form
  }: BulkForm<Body, Input, Output>): ComponentType<OpenBulkProps> =>
    function BulkActionDialog(props) {
      const change = useChange();
      return (
        <BulkDialog
          {...props}
          {...form}
          noun={noun}
          preview={(values, records) => preview({ body: body(values, records) })}
          apply={(values, records) => change.mutateAsync({ body: body(values, records) })}
        >
          {fields}
        </BulkDialog>
      );
    };
}
