import AddAlertOutlinedIcon from '@mui/icons-material/AddAlertOutlined';
import AddIcon from '@mui/icons-material/Add';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PersonAddAltOutlinedIcon from '@mui/icons-material/PersonAddAltOutlined';
import PersonOffOutlinedIcon from '@mui/icons-material/PersonOffOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Button } from '@mui/material';
import { patientDeactivate, patientReactivate, type Patient } from '@portal/contract/patients';
import type { PermissionName } from '@portal/domain/permissions';
import { fullName } from '@portal/domain/person-name';
import { useState, type ReactElement } from 'react';
import { Link as RouterLink } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { RowMenu } from '#ui/data-table/RowMenu.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { useIsPhone, useIsWide } from '#ui/use-screen.ts';

/** What can be added to a patient's record. The tab of the record has the same button. */
const NEW: readonly {
  readonly label: string;
  readonly needs: PermissionName;
  readonly tab: string;
  readonly icon: ReactElement;
  readonly path: string;
}[] = [
  { label: 'New Order', needs: 'Order.Create', tab: 'orders', icon: <AddIcon />, path: '/orders/new' },
  {
    label: 'New Message',
    needs: 'Message.Create',
    tab: 'messages',
    icon: <AddIcon />,
    path: '/messages/new',
  },
  {
    label: 'New Dictation',
    needs: 'Dictation.Create',
    tab: 'dictations',
    icon: <AddIcon />,
    path: '/dictations/new',
  },
  {
    label: 'Upload Document',
    needs: 'Document.Upload',
    tab: 'documents',
    icon: <UploadFileOutlinedIcon />,
    path: '/documents/upload',
  },
];
/** How many of them fit in a row beside the menu. */
const ON_PHONE = 2;
const ON_TABLET = 3;

interface PatientActionsProps {
  readonly patient: Patient;
  readonly tab: string | null;
  readonly onAddAlert: () => void;
}

/** The patient's actions that the user is allowed to use: what is done every day as buttons, the rest in a menu. */
export function PatientActions({ patient, tab, onAddAlert }: PatientActionsProps) {
  const { can } = useAccess();
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const [isAsking, setAsking] = useState(false);
  const { id, isActive } = patient;
  const news = NEW.filter(({ needs, tab: own }) => isActive && own !== tab && can(needs));
  const shown = news.slice(0, isPhone ? ON_PHONE : isWide ? news.length : ON_TABLET);
  const canEdit = can('Patient.Edit');
  const edit = {
    label: 'Edit',
    icon: <EditOutlinedIcon fontSize="small" />,
    to: () => `/patients/${id}/edit`,
  };
  const more: RowAction<Patient>[] = [
    ...news.slice(shown.length).map(({ label, icon, path }) => ({
      label,
      icon,
      to: () => `${path}?patientId=${id}`,
    })),
    ...(isPhone && canEdit ? [edit] : []),
    ...(canEdit
      ? [{ label: 'Add Alert', icon: <AddAlertOutlinedIcon fontSize="small" />, onClick: onAddAlert }]
      : []),
    { label: 'Print', icon: <PrintOutlinedIcon fontSize="small" />, to: () => `/patients/${id}/print` },
    ...(can('Patient.Deactivate')
      ? [
          {
            label: isActive ? 'Deactivate' : 'Reactivate',
            icon: isActive ? (
              <PersonOffOutlinedIcon fontSize="small" />
            ) : (
              <PersonAddAltOutlinedIcon fontSize="small" />
            ),
            onClick: () => setAsking(true),
          },
        ]
      : []),
  ];
  return (
    <>
      {shown.map(({ label, icon, path }, at) => (
        <Button
          key={label}
          component={RouterLink}
          to={`${path}?patientId=${id}`}
          variant={at === 0 ? 'contained' : 'outlined'}
          startIcon={icon}
        >
          {label}
        </Button>
      ))}
      {canEdit && !isPhone ? (
        <Button component={RouterLink} to={edit.to()} startIcon={<EditOutlinedIcon />}>
          Edit
        </Button>
      ) : null}
      <RowMenu row={patient} rowLabel={fullName(patient.firstName, patient.lastName)} actions={more} />
      <ActiveDialog patient={patient} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

interface ActiveDialogProps {
  readonly patient: Patient;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Deactivates or reactivates the patient, with a reason. */
function ActiveDialog({ patient, isOpen, onClose }: ActiveDialogProps) {
  const { id, isActive } = patient;
  // What was asked stays the same when somebody else changes the patient.
  const [asked, setAsked] = useState({ isOpen, deactivates: isActive });
  if (asked.isOpen !== isOpen) setAsked({ isOpen, deactivates: isOpen ? isActive : asked.deactivates });
  const { deactivates } = asked;
  const options = { alsoChanges: ['Dashboard'] };
  const deactivate = useEndpointMutation(patientDeactivate, options);
  const reactivate = useEndpointMutation(patientReactivate, options);
  const name = fullName(patient.firstName, patient.lastName);
  const verb = deactivates ? 'Deactivate' : 'Reactivate';
  return (
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
      onClose={onClose}
    />
  );
}
