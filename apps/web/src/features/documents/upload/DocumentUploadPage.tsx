import { patientGet } from '@portal/contract/patients';
import { useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { UploadPanel } from './UploadPanel.tsx';

/** /documents/upload; `?patientId=` preselects the patient. */
export function DocumentUploadPage() {
  const [params] = useSearchParams();
  const patientId = params.get('patientId') ?? '';
  const doneTo = patientId === '' ? '/documents' : `/patients/${patientId}?tab=documents`;
  return (
    <PageContent width="form">
      <PageHeader title="Upload Document" backTo={doneTo} />
      {patientId === '' ? (
        <UploadPanel patient={null} doneTo={doneTo} />
      ) : (
        <PanelOfPatient key={patientId} patientId={patientId} doneTo={doneTo} />
      )}
    </PageContent>
  );
}

const MISSING = {
  text: 'Patient not found',
  to: '/documents/upload',
  linkLabel: 'Upload for another patient',
};

function PanelOfPatient({ patientId, doneTo }: { readonly patientId: string; readonly doneTo: string }) {
  const query = useEndpointQuery(patientGet, { params: { id: patientId }, query: {} });
  return (
    <RecordPart query={query} fallback="Failed to load patient details" missing={MISSING} shape="form">
      {(patient) => <UploadPanel patient={patient} doneTo={doneTo} />}
    </RecordPart>
  );
}
