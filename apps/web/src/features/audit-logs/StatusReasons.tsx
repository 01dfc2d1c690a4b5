import { Alert, AlertTitle, Typography } from '@mui/material';
import { systemState } from '@portal/contract/system';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Says why the system status is not Healthy, and what to do. */
export function StatusReasons() {
  const state = useEndpointQuery(systemState, {}).data;
  if (state === undefined || state.reasons.length === 0) return null;
  return (
    <Alert severity={state.status === 'Down' ? 'error' : 'warning'}>
      <AlertTitle>System Status: {state.status}</AlertTitle>
      {state.reasons.map(({ text }) => (
        <Typography key={text} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      ))}
    </Alert>
  );
}
