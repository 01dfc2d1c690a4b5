import { locationHeaderList } from '@portal/contract/location-headers';
import { officeList } from '@portal/contract/offices';
import { useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { LocationHeaderForm } from './headers/LocationHeaderForm.tsx';

const FAILED = 'Failed to load location data';

/** /admin/location-headers/:locationId/edit: the header and footer of a location's reports. */
export function LocationHeaderPage() {
  const { locationId = '' } = useParams();
  const formQuery = useFormQuery();
  const offices = useEndpointQuery(officeList, { query: {} }, formQuery);
  const headers = useEndpointQuery(locationHeaderList, {}, formQuery);
  const location = offices.data?.find(({ id }) => id === locationId);
  return (
    <PageContent width="form">
      <PageHeader
        title="Edit Location Header"
        breadcrumbs={[
          { label: 'Template Management', to: '/admin/templates' },
          { label: 'Location Headers', to: '/admin/templates?tab=location-headers' },
          { label: location?.name ?? 'Location' },
        ]}
        {...(location !== undefined && { subtitle: location.name })}
      />
      <RecordPart query={offices} fallback={FAILED}>
        {() => (
          <RecordPart query={headers} fallback={FAILED}>
            {(saved) =>
              location === undefined ? (
                <EmptyState text="Location not found" />
              ) : (
                <>
                  <EditedRecordNews key={`news ${locationId}`} id={locationId} />
                  <LocationHeaderForm
                    key={locationId}
                    location={location}
                    header={saved.find((header) => header.locationId === locationId)}
                  />
                </>
              )
            }
          </RecordPart>
        )}
      </RecordPart>
    </PageContent>
  );
}
