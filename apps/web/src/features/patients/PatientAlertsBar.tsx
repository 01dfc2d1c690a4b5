import AddAlertOutlinedIcon from '@mui/icons-material/AddAlertOutlined';
import { Button } from '@mui/material';
import {
  alertCreate,
  alertEnd,
  alertRecord,
  alertUpdate,
  type PatientAlert,
} from '@portal/contract/patient-alerts';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { RecordDialog } from '#ui/form/RecordForm.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface PatientAlertsBarProps {
  readonly patientId: string;
  /** Whether the form for a new alert is open; the page's menu opens it, too. */
  readonly isAdding: boolean;
  readonly onAdd: (isAdding: boolean) => void;
}

/** The alerts on the patient page, where users who may edit patients add, change and end them. */
export function PatientAlertsBar({ patientId, isAdding, onAdd }: PatientAlertsBarProps) {
  const { can } = useAccess();
  const [edited, setEdited] = useState<PatientAlert | null>(null);
  const [ending, setEnding] = useState<PatientAlert | null>(null);
  if (!can('Patient.Edit')) return <PatientAlerts patientId={patientId} sx={{ mb: 2 }} />;
  return (
    <>
      <PatientAlerts
        patientId={patientId}
        sx={{ mb: 2 }}
        onEdit={setEdited}
        onEnd={setEnding}
        footer={
          <Button size="small" startIcon={<AddAlertOutlinedIcon />} onClick={() => onAdd(true)}>
            Add Alert
          </Button>
        }
      />
      {isAdding || edited !== null ? (
        <AlertDialog
          patientId={patientId}
          alert={edited}
          onClose={() => (edited === null ? onAdd(false) : setEdited(null))}
        />
      ) : null}
      <EndDialog alert={ending} onClose={() => setEnding(null)} />
    </>
  );
}

interface AlertDialogProps {
  readonly patientId: string;
  /** Null adds one. */
  readonly alert: PatientAlert | null;
  readonly onClose: () => void;
}

function AlertDialog({ patientId, alert, onClose }: AlertDialogProps) {
  const create = useEndpointMutation(alertCreate);
  const update = useEndpointMutation(alertUpdate);
  const toast = useToast();
  return (
    <RecordDialog
      title={alert === null ? 'Add Alert' : 'Edit Alert'}
      record={alertRecord}
      saved={alert}
      newsOf={patientId}
      errorFallback="Failed to save alert"
      looks={{
        text: { helperText: 'Everyone sees it wherever this patient is chosen' },
        endsOn: { helperText: 'The last day it is shown. Leave it blank to show it until somebody ends it.' },
      }}
      onSave={async (body) => {
        if (alert === null) await create.mutateAsync({ params: { id: patientId }, body });
        else await update.mutateAsync({ params: { id: patientId, alertId: alert.id }, body });
        toast.success('Alert saved');
      }}
      onClose={onClose}
    />
  );
}

function EndDialog({
  alert,
  onClose,
}: {
  readonly alert: PatientAlert | null;
  readonly onClose: () => void;
}) {
  const end = useEndpointMutation(alertEnd);
  return (
    <ConfirmDialog
      open={alert !== null}
      newsOf={alert?.patientId}
      title="End alert"
      text={`“${alert?.text ?? ''}” will no longer be shown. It stays in the patient’s record under Ended Alerts.`}
      confirmLabel="End Alert"
      errorFallback="Failed to end alert"
      onConfirm={async () => {
        if (alert === null) return undefined;
        const { id: alertId, patientId: id, version } = alert;
        await end.mutateAsync({ params: { id, alertId }, body: { version } });
        return 'Alert ended';
      }}
      onClose={onClose}
    />
  );
}
