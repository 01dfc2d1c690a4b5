import { Button, Typography } from '@mui/material';
import { patientGet } from '@portal/contract/patients';
import { patientLabel } from '@portal/domain/person-name';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { PatientPicker, type PatientChoice } from '#pickers/PatientPicker.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { PillCountOfPatient } from './PillCountOfPatient.tsx';

/** /pill-count: patient selection, then calculator and history. The URL holds the patient id. */
export function PillCountPage() {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<PatientChoice | null>(null);
  const id = params.get('patient');
  if (id === null) {
    return (
      <PageContent width="form">
        <PageHeader title="Pill Count" subtitle="Compare a patient’s remaining pills with the prescription" />
        <Section title="Select a patient">
          <PatientPicker
            value={null}
            onChange={(patient) => {
              if (patient === null) return;
              setChosen(patient);
              setParams({ patient: patient.id });
            }}
          />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
            Select a patient to start
          </Typography>
        </Section>
      </PageContent>
    );
  }
  return (
    <PatientLoaded key={id} id={id} known={chosen?.id === id ? chosen : null} onLeave={() => setParams({})} />
  );
}

interface PatientLoadedProps {
  readonly id: string;
  /** The patient that was just selected, which need not be fetched. */
  readonly known: PatientChoice | null;
  readonly onLeave: () => void;
}

function PatientLoaded({ id, known, onLeave }: PatientLoadedProps) {
  const patient = useEndpointQuery(patientGet, { params: { id }, query: {} }, { enabled: known === null });
  const practice = usePractice();
  const data = known ?? patient.data;
  if (data !== undefined && practice.data !== undefined) {
    return <PillCountOfPatient patient={data} today={practice.data.today} onLeave={onLeave} />;
  }
  return (
    <PageContent>
      <PageHeader
        title="Pill Count"
        {...(known !== null && { subtitle: patientLabel(known) })}
        actions={
          <Button variant="outlined" onClick={onLeave}>
            Change Patient
          </Button>
        }
      />
      {data === undefined ? (
        <RecordPart
          query={patient}
          fallback="Failed to load patient details"
          missing={{ text: 'Patient not found', to: '/pill-count', linkLabel: 'Select a patient' }}
        >
          {() => null}
        </RecordPart>
      ) : (
        <RecordPart query={practice} fallback="Failed to load the practice’s settings">
          {() => null}
        </RecordPart>
      )}
    </PageContent>
  );
}
