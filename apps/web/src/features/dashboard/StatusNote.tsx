import Typography from '@mui/material/Typography';
import { auditVerificationGet } from '@portal/contract/audit';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Why the system is not healthy, as far as the tile can say it: the audit log did not pass its last check. */
export function StatusNote() {
  const { data } = useEndpointQuery(auditVerificationGet, {});
  if (data?.latest?.outcome !== 'tampered') return null;
  return (
    <Typography variant="caption" color="error" component="p">
      Audit log check failed
    </Typography>
  );
}
