import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useLatestVerification } from './use-verification.ts';
import { firstBadText } from './verification-text.ts';

/** Stands above everything while the last check found the log changed: what, and what to do. */
export function TamperAlert() {
  const { data } = useLatestVerification();
  const latest = data?.latest;
  if (latest?.outcome !== 'tampered') return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle component="h2">The audit log has been tampered with</AlertTitle>
      {latest.firstBad === null ? null : `${firstBadText(latest.firstBad)} `}
      Keep the database and its backups as they are and tell whoever is responsible for the practice’s data
      protection. System Status stays degraded until a later check passes.
    </Alert>
  );
}
