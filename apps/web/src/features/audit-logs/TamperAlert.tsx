import { Alert, AlertTitle } from '@mui/material';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useLatestVerification } from './use-verification.ts';
import { firstBadText } from './verification-text.ts';

/** Alert shown when the last verification found tampering: what was found, and what to do. */
export function TamperAlert() {
  const times = usePracticeTimes();
  const { data } = useLatestVerification();
  const latest = data?.latest;
  if (latest?.outcome !== 'tampered') return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle component="h2">The audit log has been tampered with</AlertTitle>
      {latest.firstBad === null ? null : `${firstBadText(latest.firstBad, times)} `}
      Do not modify the database or its backups, and notify your privacy or security officer. System Status
      stays Degraded until a later verification passes.
    </Alert>
  );
}
