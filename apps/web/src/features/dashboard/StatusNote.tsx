import Typography from '@mui/material/Typography';
import { auditVerificationGet } from '@portal/contract/audit';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Shows one possible reason why the system is not healthy: the last audit log check failed. */
export function StatusNote() {
  const { data } = useEndpointQuery(auditVerificationGet, {});
  if (data?.latest?.outcome !== 'tampered') return null;
  return (
    <Typography variant="caption" color="error" component="p">
      Audit log check failed
    </Typography>
  );
}
