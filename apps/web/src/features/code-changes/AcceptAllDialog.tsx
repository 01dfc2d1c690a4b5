import { codeChangeAccept, codeChangePreview, type EditionChangeRow } from '@portal/contract/code-changes';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { z } from 'zod';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import { CHANGED_AREAS } from './changed-areas.ts';

const NO_FIELDS = z.strictObject({});

interface AcceptAllDialogProps {
  readonly title: string;
  /** Changes of codes. */
  readonly changes: readonly EditionChangeRow[];
  readonly date: string;
  readonly onClose: () => void;
}

/** Accepts several changes of codes after a preview: all of them, or none. */
export function AcceptAllDialog({ title, changes, date, onClose }: AcceptAllDialogProps) {
  const accept = useEndpointMutation(codeChangeAccept, { alsoChanges: CHANGED_AREAS });
  // A code can have several changes.
  const codes = new Map(changes.map((change) => [change.billingCodeId, change]));
  const bodyOf = (records: readonly { readonly id: string }[]) => ({
    date,
    items: changes
      .filter(({ billingCodeId }) => records.some(({ id }) => id === billingCodeId))
      .map(({ key, version }) => ({ key, version })),
  });
  return (
    <BulkDialog
      title={title}
      noun={['code', 'codes']}
      records={[...codes].map(([id, { version, codeType, code }]) => ({
        id,
        version,
        name: `${CODE_TYPE_LABELS[codeType]} ${code}`,
      }))}
      schema={NO_FIELDS}
      defaultValues={{}}
      preview={(_values, records) => call(codeChangePreview, { body: bodyOf(records) })}
      apply={(_values, records) => accept.mutateAsync({ body: bodyOf(records) })}
      onDeselect={() => undefined}
      onClose={onClose}
    >
      {() => null}
    </BulkDialog>
  );
}
