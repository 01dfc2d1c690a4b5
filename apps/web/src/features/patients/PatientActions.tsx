import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Button } from '@mui/material';
import { patientDeactivate, patientReactivate, type Patient } from '@portal/contract/patients';
import { fullName } from '@portal/domain/person-name';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** The patient's actions that the user is allowed to use. */
export function PatientActions({ patient }: { readonly patient: Patient }) {
  const { can } = useAccess();
  const { id } = patient;
  return (
    <>
      {can('Patient.Deactivate') ? <ActiveSwitch patient={patient} /> : null}
      <Button
        component={RouterLink}
        to={`/patients/${id}/print`}
        variant="outlined"
        startIcon={<PrintOutlinedIcon />}
      >
        Print
      </Button>
      {can('Patient.Edit') ? (
        <Button
          component={RouterLink}
          to={`/patients/${id}/edit`}
          variant="contained"
          startIcon={<EditOutlinedIcon />}
        >
          Edit
        </Button>
      ) : null}
    </>
  );
}

/** Deactivates or reactivates the patient, with a reason. */
function ActiveSwitch({ patient }: { readonly patient: Patient }) {
  const { id, isActive } = patient;
  const [isOpen, setOpen] = useState(false);
  // What was asked stays the same when somebody else changes the patient.
  const [deactivates, setDeactivates] = useState(isActive);
  const options = { alsoChanges: ['Dashboard'] };
  const deactivate = useEndpointMutation(patientDeactivate, options);
  const reactivate = useEndpointMutation(patientReactivate, options);
  const name = fullName(patient.firstName, patient.lastName);
  const verb = deactivates ? 'Deactivate' : 'Reactivate';
  return (
    <>
      <Button
        variant="outlined"
        color={isActive ? 'error' : 'primary'}
        onClick={() => {
          setDeactivates(isActive);
          setOpen(true);
        }}
      >
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
      <ConfirmDialog
        newsOf={id}
        open={isOpen}
        title={`${verb} patient`}
        text={
          deactivates
            ? `${name} will no longer appear in the patients list unless inactive patients are shown. The record is kept.`
            : `${name} will appear in the patients list again.`
        }
        confirmLabel={verb}
        isDanger={deactivates}
        records={[name]}
        asksReason
        errorFallback="Failed to save patient"
        onConfirm={async (reason) => {
          await (deactivates ? deactivate : reactivate).mutateAsync({ params: { id }, body: { reason } });
          return `Patient ${deactivates ? 'deactivated' : 'reactivated'}`;
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
