import WarningAmberOutlinedIcon from '@mui/icons-material/WarningAmberOutlined';
import { Chip } from '@mui/material';
import type { PatientRow, PatientSortKey } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { ListLink, phoneParts } from '#ui/list-parts.tsx';
import { ActiveChip, DeceasedChip } from '#ui/StatusChip.tsx';

/** The columns of the patient list. Ages use the practice's current date (YYYY-MM-DD) and are blank until it is known. */
export function patientColumns(today: string | undefined): readonly Column<PatientRow, PatientSortKey>[] {
  return [
    {
      id: 'mrn',
      header: 'MRN',
      kind: 'record',
      width: 96,
      sortKey: 'mrn',
      render: (row) => row.medicalRecordNumber,
    },
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      card: 'title',
      render: (row) => (
        <>
          <ListLink to={`/patients/${row.id}`}>{fullName(row.firstName, row.lastName)}</ListLink>
          <AlertIcon alerts={row.alerts} />
          <DeceasedChip patient={row} />
          {row.similar === true ? <Chip label="Similar" variant="outlined" sx={{ ml: 1 }} /> : null}
        </>
      ),
    },
    {
      id: 'age',
      header: 'Age',
      sortKey: 'age',
      kind: 'count',
      render: (row) => (today === undefined ? '' : (patientAge(row, today) ?? 'N/A')),
    },
    {
      id: 'birthDate',
      header: 'Date of Birth',
      kind: 'date',
      width: 112,
      fold: { order: 3, into: 'name' },
      render: (row) => formatDateUs(row.dateOfBirth),
    },
    {
      id: 'phone',
      header: 'Phone',
      kind: 'phone',
      sortKey: 'phone',
      width: 144,
      render: (row) => phoneParts(row.phone)[0],
      caption: (row) => phoneParts(row.phone)[1] ?? null,
    },
    {
      id: 'email',
      header: 'Email',
      sortKey: 'email',
      kind: 'email',
      fold: { order: 1, into: 'phone' },
      render: (row) => (row.email === null ? '' : <EmailText address={row.email} />),
    },
    {
      id: 'insurance',
      header: 'Insurance',
      sortKey: 'insurance',
      fold: { order: 2, into: 'name' },
      render: (row) => row.insuranceProvider ?? 'N/A',
    },
    {
      id: 'status',
      header: 'Status',
      sortKey: 'status',
      kind: 'status',
      width: 96,
      render: (row) => <ActiveChip active={row.isActive} />,
    },
  ];
}

/** That the patient has alerts, which the title says. */
function AlertIcon({ alerts = [] }: Pick<PatientRow, 'alerts'>) {
  if (alerts.length === 0) return null;
  const title = `${alerts.length === 1 ? 'Alert' : 'Alerts'}: ${alerts.join('; ')}`;
  return (
    <WarningAmberOutlinedIcon
      titleAccess={title}
      sx={{ ml: 0.75, fontSize: 18, color: 'warning.main', verticalAlign: 'text-bottom' }}
    />
  );
}
