import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Link } from '@mui/material';
import { pillCountGet, type PillCount } from '@portal/contract/pill-counts';
import { formatDateUs } from '@portal/domain/date';
import { patientLabel } from '@portal/domain/person-name';
import { formatPillNumber } from '@portal/domain/pill-count';
import { useState } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { DeletePillCountDialog } from './DeletePillCountDialog.tsx';
import { PillCountFigures } from './PillCountFigures.tsx';
import { StatusGuide } from './StatusGuide.tsx';
import { useCanDeletePillCount } from './use-may-delete.ts';

const historyPath = ({ patient }: PillCount) => `/pill-count?patient=${patient.id}&tab=history`;

/** /pill-count/:id: a saved count. */
export function PillCountRecordPage() {
  const { id = '' } = useParams();
  const query = useEndpointQuery(pillCountGet, { params: { id } });
  const navigate = useNavigate();
  const mayDelete = useCanDeletePillCount();
  const [deleting, setDeleting] = useState<PillCount | null>(null);
  const { data } = query;
  return (
    <PageContent width="form">
      <PageHeader
        title="Pill Count Record"
        {...(data !== undefined && { subtitle: patientLabel(data.patient) })}
        backTo={data === undefined ? '/pill-count' : historyPath(data)}
        actions={
          data !== undefined && mayDelete(data) ? (
            <Button color="error" startIcon={<DeleteOutlined />} onClick={() => setDeleting(data)}>
              Delete
            </Button>
          ) : null
        }
      />
      <RecordPart
        query={query}
        fallback="Failed to load pill count history"
        missing={{
          text: 'This pill count does not exist or was deleted.',
          to: '/pill-count',
          linkLabel: 'Go to Pill Count',
        }}
      >
        {(count) => <Record count={count} />}
      </RecordPart>
      <DeletePillCountDialog
        count={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          if (data !== undefined) void navigate(historyPath(data), { replace: true });
        }}
      />
    </PageContent>
  );
}

function Record({ count }: { readonly count: PillCount }) {
  const { can } = useAccess();
  const name = patientLabel(count.patient);
  return (
    <>
      <Section title="Prescription">
        <DetailList
          items={[
            {
              label: 'Patient',
              value: can('Patient.View') ? (
                <Link component={RouterLink} to={`/patients/${count.patient.id}`}>
                  {name}
                </Link>
              ) : (
                name
              ),
            },
            { label: 'Prescription Name', value: count.prescriptionName },
            { label: 'Prescription Date', value: formatDateUs(count.prescriptionDate) },
            { label: 'Pills Given', value: count.pillsGiven },
            { label: 'Pills per Day', value: formatPillNumber(count.pillsPerDay) },
            { label: 'Provider', value: count.providerName },
            {
              label: 'Notes',
              value: count.notes === null ? null : <Box sx={{ whiteSpace: 'pre-wrap' }}>{count.notes}</Box>,
              wide: true,
            },
          ]}
        />
      </Section>
      <Section title="Result" actions={<StatusGuide />}>
        <PillCountFigures result={count} />
      </Section>
    </>
  );
}
