import { officeCreate, officeGet, officeUpdate } from '@portal/contract/offices';
import { useParams } from 'react-router';
import { session } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { OFFICE_MISSING } from './office-missing.ts';
import { OfficeForm } from './OfficeForm.tsx';

/** /offices/new and /offices/{id}/edit. */
export function OfficeFormPage() {
  const { id } = useParams();
  return (
    <PageContent width="form">
      <PageHeader title={id === undefined ? 'Add Office' : 'Edit Office'} backTo="/offices" />
      {id === undefined ? <NewOffice /> : <SavedOffice key={id} id={id} />}
    </PageContent>
  );
}

function NewOffice() {
  const create = useEndpointMutation(officeCreate);
  const leave = useLeave();
  return (
    <OfficeForm
      office={null}
      onSave={async (body) => {
        const { name } = await create.mutateAsync({ body });
        await leave(`${name} was added`);
      }}
    />
  );
}

function SavedOffice({ id }: { readonly id: string }) {
  const { officeId } = useCurrentUser();
  const office = useEndpointQuery(officeGet, { params: { id } }, useFormQuery());
  // User screens show office names too.
  const update = useEndpointMutation(officeUpdate, { alsoChanges: ['Users'] });
  const leave = useLeave();
  return (
    <RecordPart query={office} fallback="Failed to load office" missing={OFFICE_MISSING} shape="form">
      {(loaded) => (
        <>
          <EditedRecordNews id={id} />
          <OfficeForm
            office={loaded}
            onSave={async (body) => {
              const { name } = await update.mutateAsync({ params: { id }, body });
              if (id === officeId) session.updateUser({ officeName: name });
              await leave(`${name} was saved`);
            }}
          />
        </>
      )}
    </RecordPart>
  );
}

function useLeave(): (message: string) => Promise<void> {
  const goBack = useReturn();
  const toast = useToast();
  return async (message) => {
    toast.success(message);
    await goBack('/offices');
  };
}
