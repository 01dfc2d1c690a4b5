import { Typography } from '@mui/material';
import { systemState } from '@portal/contract/system';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Shows in a few words why the system is not healthy; the audit logs page has the sentences. */
export function StatusNote() {
  const reasons = useEndpointQuery(systemState, {}).data?.reasons ?? [];
  const summaries = new Set(reasons.map(({ summary }) => summary));
  return [...summaries].map((summary) => (
    <Typography variant="caption" color="error" component="p" key={summary}>
      {summary}
    </Typography>
  ));
}
