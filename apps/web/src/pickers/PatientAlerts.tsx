import WarningAmberOutlinedIcon from '@mui/icons-material/WarningAmberOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { alertList, type PatientAlert } from '@portal/contract/patient-alerts';
import { formatDateUs } from '@portal/domain/date';
import type { ReactNode } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT } from '#lib/query/visits.ts';
import { useAccess } from '#lib/session/use-session.ts';

interface PatientAlertsProps {
  readonly patientId: string;
  /** Screen readers say them at once, for a patient who was just chosen. */
  readonly isAnnounced?: boolean;
  /** For users who may change and end alerts. */
  readonly onEdit?: (alert: PatientAlert) => void;
  readonly onEnd?: (alert: PatientAlert) => void;
  /** Below the alerts. */
  readonly footer?: ReactNode;
  readonly sx?: SystemStyleObject;
}

/**
 * What everyone should know about a patient first, wherever the patient was chosen. Nothing without alerts, and for users who may not
 * view patients.
 */
export function PatientAlerts(props: PatientAlertsProps) {
  const { can } = useAccess();
  return can('Patient.View') ? <AlertsOfPatient {...props} /> : null;
}

function AlertsOfPatient({
  patientId,
  isAnnounced = false,
  onEdit,
  onEnd,
  footer,
  sx = {},
}: PatientAlertsProps) {
  const input = { params: { id: patientId }, query: {} };
  const { data, error, refetch } = useEndpointQuery(alertList, input, ONCE_A_VISIT);
  useLiveRefresh(alertList, input, ({ entityId }) => entityId === patientId);
  if (data === undefined)
    // Without such a patient, the form or page says so.
    return error === null || error.status === 404 ? null : <Failure onRetry={() => void refetch()} />;
  if (data.data.length === 0) return null;
  return (
    <Alert
      severity="warning"
      icon={false}
      role={isAnnounced ? 'alert' : 'region'}
      aria-label="Patient alerts"
      sx={{ py: 0.5, '& .MuiAlert-message': { flex: 1, minWidth: 0, p: 0 }, ...sx }}
    >
      <Box component="ul" translate="no" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.data.map((alert) => (
          <Stack
            key={alert.id}
            component="li"
            direction="row"
            sx={{ alignItems: 'flex-start', gap: 1, minHeight: onEdit === undefined ? 28 : 36 }}
          >
            <WarningAmberOutlinedIcon aria-hidden fontSize="small" sx={{ my: 0.75 }} />
            <Box sx={{ flex: 1, minWidth: 0, py: 0.75, overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ fontWeight: 600 }}>
                {alert.text}
              </Box>
              {alert.endsOn === null ? null : (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
                  through {formatDateUs(alert.endsOn)}
                </Typography>
              )}
            </Box>
            <AlertAction label="Edit" alert={alert} onClick={onEdit} />
            <AlertAction label="End" alert={alert} onClick={onEnd} />
          </Stack>
        ))}
      </Box>
      {footer}
    </Alert>
  );
}

interface AlertActionProps {
  readonly label: string;
  readonly alert: PatientAlert;
  readonly onClick: ((alert: PatientAlert) => void) | undefined;
}

const AlertAction = ({ label, alert, onClick }: AlertActionProps) =>
  onClick === undefined ? null : (
    <Button size="small" aria-label={`${label} alert: ${alert.text}`} onClick={() => onClick(alert)}>
      {label}
    </Button>
  );

/** Nobody may think that there are none. */
const Failure = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Typography variant="body2" color="error" sx={{ mt: 0.5 }}>
    The patient’s alerts could not be loaded.{' '}
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </Typography>
);
