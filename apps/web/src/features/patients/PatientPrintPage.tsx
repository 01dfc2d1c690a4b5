import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, Stack } from '@mui/material';
import { alertList } from '@portal/contract/patient-alerts';
import { patientPrint } from '@portal/contract/patients';
import { FULLY_MASKED_SSN, isValidSsn } from '@portal/domain/ssn';
import { useEffect } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { ONCE_A_VISIT } from '#lib/query/visits.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { pageFooter } from '#ui/print-styles.ts';
import { usePrintedBy } from '#ui/use-printed-by.ts';
import { PatientProblem } from './PatientProblem.tsx';
import { PatientSheet } from './PatientSheet.tsx';

/** A letter-size page, white in every color scheme. */
const paper = (footer: string) => `
@page { size: letter; margin: 0.75in;${pageFooter(footer)} }
html, body { background: #fff }`;

/** Milliseconds between showing the record and opening the print dialog. */
const PRINT_DELAY_MS = 500;

/** Opens the browser's print dialog once, shortly after the page is ready. */
function usePrintWhen(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => window.print(), PRINT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
}

/** /patients/:id/print, outside the main layout. */
export function PatientPrintPage() {
  const { id = '' } = useParams();
  // Fetched once, because every response of this endpoint is audited as a print.
  const query = useEndpointQuery(patientPrint, { params: { id } }, useFormQuery());
  const alerts = useEndpointQuery(alertList, { params: { id }, query: {} }, ONCE_A_VISIT);
  const practice = usePractice();
  const { can } = useAccess();
  const printedBy = usePrintedBy();
  const { data: patient, error } = query;
  const isReady = patient !== undefined && !practice.isPending && !alerts.isPending;
  usePrintWhen(isReady);
  if (error !== null) {
    return (
      <main>
        <PatientProblem title="Patient" shape="paper" query={query} fallback="No patient data found" />
      </main>
    );
  }
  if (!isReady) return <LoadingScreen />;
  const isSsnGone = isValidSsn(patient.socialSecurityNumber ?? '') && !can('Patient.ViewSsn');
  const shown = isSsnGone ? { ...patient, socialSecurityNumber: FULLY_MASKED_SSN } : patient;
  return (
    <Box
      component="main"
      data-light
      sx={{ colorScheme: 'light', bgcolor: '#fff', color: '#000', minHeight: '100dvh' }}
    >
      <style>{paper(printedBy())}</style>
      <Stack
        direction="row"
        sx={{ gap: 1, p: 2, borderBottom: 1, borderColor: 'divider', '@media print': { display: 'none' } }}
      >
        <Button
          component={RouterLink}
          to={`/patients/${id}`}
          variant="outlined"
          startIcon={<ArrowBackIcon />}
        >
          Back to patient
        </Button>
        <Button variant="contained" startIcon={<PrintOutlinedIcon />} onClick={() => window.print()}>
          Print
        </Button>
      </Stack>
      <PatientSheet patient={shown} alerts={alerts.data?.data} practice={practice.data} />
    </Box>
  );
}
