import { officeImport, officeImportPreview } from '@portal/contract/office-imports';
import { OFFICE_COLUMNS, REQUIRED_OFFICE_COLUMNS } from '@portal/domain/list-import';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ListImportDialog } from '#ui/list-import/ListImportDialog.tsx';

const EXAMPLE =
  'Office Name,Address,City,State,ZIP Code,Phone,NPI\nMain Street,1 Main Street,Baltimore,MD,21201,(410) 555-0100,';

/** Dialog to add offices from a list. */
export function ImportOfficesDialog({ onClose }: { readonly onClose: () => void }) {
  const run = useEndpointMutation(officeImport);
  return (
    <ListImportDialog
      title="Import Offices"
      noun={['office', 'offices']}
      columns={OFFICE_COLUMNS}
      required={REQUIRED_OFFICE_COLUMNS}
      shown={['name', 'city', 'state']}
      example={EXAMPLE}
      intro="Fax, NPI and Surgery Center (yes or no) are optional. Offices that exist already are skipped."
      errorFallback="Failed to import offices"
      check={async (body) => (await call(officeImportPreview, { body })).rows}
      run={async (body) => (await run.mutateAsync({ body })).rows}
      onClose={onClose}
    />
  );
}
