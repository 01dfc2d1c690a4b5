import { Alert, Link } from '@mui/material';
import type { DuplicateMatch } from '@portal/contract/patients';
import { withDeathMark } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { duplicateReasons } from './duplicate-reasons.ts';

/** Warns that other records may be of the same person, with links to them; nothing if there are none. */
export function DuplicatesAlert({ duplicates }: { readonly duplicates: readonly DuplicateMatch[] }) {
  if (duplicates.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {duplicates.length === 1 ? 'Another record' : `${duplicates.length} other records`} may be the same
      person:{' '}
      {duplicates.map(({ id, firstName, lastName, medicalRecordNumber, reasons, ...patient }, index) => (
        <span key={id}>
          {index === 0 ? '' : '; '}
          <Link component={RouterLink} to={`/patients/${id}`}>
            {fullName(firstName, lastName)}, MRN {medicalRecordNumber}
          </Link>{' '}
          ({withDeathMark(duplicateReasons(reasons), patient)}
          {patient.isActive ? '' : ', inactive'})
        </span>
      ))}
      .
    </Alert>
  );
}
