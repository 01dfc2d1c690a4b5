import { Alert, AlertTitle, Button, Stack } from '@mui/material';
import type { Patient } from '@portal/contract/patients';
import { useEffect, useRef } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Milliseconds until the redirect to the list. */
const REDIRECT_MS = 3000;

/** Users who may not view patients do not get the MRN. */
type CreatedPatient = Pick<Patient, 'id'> & Partial<Pick<Patient, 'medicalRecordNumber'>>;

/**
 * Confirms that a patient was added, shows the MRN, and redirects to the list after 3 seconds. There, a toast repeats the
 * message and "Open patient", because 3 seconds is too short to read and click.
 */
export function PatientCreated({ patient }: { readonly patient: CreatedPatient }) {
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
