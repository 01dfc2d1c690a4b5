import { Alert, AlertTitle, Button, Stack } from '@mui/material';
import { patientCreate, type Patient } from '@portal/contract/patients';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { PatientForm } from './PatientForm.tsx';
import { saveOrExplain } from './save-failure.ts';

/** Milliseconds until the redirect to the list. */
const REDIRECT_MS = 3000;

/** Users who may not view patients do not get the MRN. */
type CreatedPatient = Pick<Patient, 'id'> & Partial<Pick<Patient, 'medicalRecordNumber'>>;

/**
 * Confirms that a patient was added, shows the MRN, and redirects to the list after 3 seconds. There, a toast repeats the
 * message and "Open patient", because 3 seconds is too short to read and click.
 */
function PatientCreated({ patient }: { readonly patient: CreatedPatient }) {
  const { id, medicalRecordNumber } = patient;
  const navigate = useNavigate();
  const goBack = useReturn();
  const toast = useToast();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  const isVisible = medicalRecordNumber !== undefined;
  useEffect(() => {
    if (!isVisible) return undefined;
    const timer = setTimeout(() => {
      toast.success(`Patient added. MRN: ${medicalRecordNumber}`, {
        label: 'Open patient',
        onClick: () => void navigate(`/patients/${id}`),
      });
      void goBack('/patients');
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [id, isVisible, medicalRecordNumber, navigate, goBack, toast]);
  if (!isVisible)
    return (
      <Alert severity="success" ref={message} tabIndex={-1}>
        <AlertTitle>Patient added</AlertTitle>
        You do not have permission to view patients, so the new record is not shown.
      </Alert>
    );
  return (
    <Alert severity="success" ref={message} tabIndex={-1}>
      <AlertTitle>Patient added</AlertTitle>
      Medical record number (MRN): <strong>{medicalRecordNumber}</strong>. You will be taken to the patients
      list in a moment.
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <Button component={RouterLink} to={`/patients/${id}`} replace variant="contained" size="small">
          Open patient
        </Button>
        <Button component={RouterLink} to="/patients" replace size="small">
          Go to patients
        </Button>
      </Stack>
    </Alert>
  );
}

/** /patients/new. */
export function PatientCreatePage() {
  const create = useEndpointMutation(patientCreate, { alsoChanges: ['Dashboard'] });
  const [created, setCreated] = useState<Patient | null>(null);
  return (
    <PageContent width="form">
      <PageHeader title="New Patient" backTo="/patients" />
      {created === null ? (
        <PatientForm
          kind="create"
          cancelTo="/patients"
          onSave={async (patient) =>
            setCreated(await saveOrExplain(() => create.mutateAsync({ body: patient })))
          }
        />
      ) : (
        <PatientCreated patient={created} />
      )}
    </PageContent>
  );
}
