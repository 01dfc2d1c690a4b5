import Typography from '@mui/material/Typography';
import { auditVerificationGet } from '@portal/contract/audit';
import { systemState } from '@portal/contract/system';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Shows why the system is not healthy, as far as the user can do something about it. */
export function StatusNote() {
  const check = useEndpointQuery(auditVerificationGet, {}).data?.latest;
  const state = useEndpointQuery(systemState, {}).data;
  const reasons = [
    check?.outcome === 'tampered' && 'Audit log check failed',
    (state?.clockProblem ?? null) !== null && 'Clock in doubt',
    state?.backup.isOverdue === true && 'Backup overdue',
    state?.disks.some(({ isLow }) => isLow) === true && 'Disk almost full',
  ].filter((reason) => reason !== false);
  return reasons.map((reason) => (
    <Typography variant="caption" color="error" component="p" key={reason}>
      {reason}
    </Typography>
  ));
}
