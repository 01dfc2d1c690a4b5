import { Box, Button, Typography } from '@mui/material';
import { alertList, type PatientAlert } from '@portal/contract/patient-alerts';
import type { PatientSummary } from '@portal/contract/patient-summary';
import { formatDateUs } from '@portal/domain/date';
import { personName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT } from '#lib/query/visits.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { Section } from '#ui/Section.tsx';

interface EndedAlertsProps {
  readonly patientId: string;
  readonly newest: NonNullable<PatientSummary['endedAlerts']>;
}

/** The history of a patient's alerts: who added and ended them. Nothing without any. */
export function EndedAlerts({ patientId, newest }: EndedAlertsProps) {
  const times = usePracticeTimes();
  const [showsAll, setShowsAll] = useState(false);
  const input = { params: { id: patientId }, query: { ended: 'true', pageSize: '100' } } as const;
  const all = useEndpointQuery(alertList, input, { ...ONCE_A_VISIT, enabled: showsAll });
  const rows = all.data?.data ?? newest.rows;
  const rest = newest.totalCount - newest.rows.length;
  if (rows.length === 0) return null;
  return (
    <Section title="Ended Alerts">
      <Box component="ul" translate="no" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {rows.map((alert) => (
          <Box key={alert.id} component="li" sx={{ overflowWrap: 'anywhere' }}>
            {alert.text}
            <Typography variant="body2" color="textSecondary">
              {lifeOf(alert, times)}
            </Typography>
          </Box>
        ))}
      </Box>
      {rest > 0 && !showsAll ? (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setShowsAll(true)}>
          Show {rest} more
        </Button>
      ) : null}
    </Section>
  );
}

function lifeOf(
  { createdBy, createdAt, endsOn, endedBy, endedAt }: PatientAlert,
  times: PracticeTimes,
): string {
  const added = `Added by ${personName(createdBy)} on ${times.date(createdAt)}`;
  if (endedBy !== null && endedAt !== null)
    return `${added}, ended by ${personName(endedBy)} on ${times.date(endedAt)}`;
  return `${added}, ended after ${formatDateUs(endsOn)}`;
}
