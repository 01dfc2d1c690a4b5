import { Chip } from '@mui/material';
import type { PatientRow, PatientSortKey } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { ListLink, PhoneText } from '#ui/list-parts.tsx';
import { ActiveChip, DeceasedChip } from '#ui/StatusChip.tsx';

/** The columns of the patient list. Ages use the practice's current date (YYYY-MM-DD) and are blank until it is known. */
export function patientColumns(today: string | undefined): readonly Column<PatientRow, PatientSortKey>[] {
  return [
    { id: 'mrn', header: 'MRN', sortKey: 'mrn', width: 100, render: (row) => row.medicalRecordNumber },
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      isCardTitle: true,
      render: (row) => (
        <>
          <ListLink to={`/patients/${row.id}`} className="list-anywhere list-min-140">
            {fullName(row.firstName, row.lastName)}
          </ListLink>
          <DeceasedChip patient={row} />
          {row.similar === true ? <Chip label="Similar" variant="outlined" sx={{ ml: 1 }} /> : null}
        </>
      ),
    },
    {
      id: 'age',
      header: 'Age',
      sortKey: 'age',
      width: 70,
      render: (row) => (today === undefined ? '' : (patientAge(row, today) ?? 'N/A')),
    },
    {
      id: 'birthDate',
      header: 'Date of Birth',
      width: 115,
      render: (row) => formatDateUs(row.dateOfBirth),
    },
    { id: 'phone', header: 'Phone', sortKey: 'phone', render: (row) => <PhoneText digits={row.phone} /> },
    {
      id: 'email',
      header: 'Email',
      sortKey: 'email',
      hideBelow: 'lg',
      render: (row) => (row.email === null ? '' : <EmailText address={row.email} />),
    },
    {
      id: 'insurance',
      header: 'Insurance',
      sortKey: 'insurance',
      render: (row) => row.insuranceProvider ?? 'N/A',
    },
    {
      id: 'status',
      header: 'Status',
      sortKey: 'status',
      width: 90,
      render: (row) => <ActiveChip active={row.isActive} />,
    },
  ];
}
