import { Box, Typography } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import type { PatientAlert } from '@portal/contract/patient-alerts';
import type { Patient } from '@portal/contract/patients';
import type { practice as practiceEndpoint } from '@portal/contract/system';
import { formatDateUs } from '@portal/domain/date';
import { deathDate, patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import { formatSsn } from '@portal/domain/ssn';
import { useState } from 'react';
import { serverNow } from '#lib/server-clock.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { Letterhead } from '#ui/Letterhead.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { fieldsIn, PATIENT_LABELS as LABELS, SHOWN_APART, shownFields } from './form/patient-form.ts';

interface PatientSheetProps {
  readonly patient: Patient;
  /** Undefined if they could not be loaded, which the sheet says. */
  readonly alerts: readonly PatientAlert[] | undefined;
  /** Undefined if it could not be loaded; the sheet is printed anyway. */
  readonly practice: ResultOf<typeof practiceEndpoint> | undefined;
}

/** The printed sheet: the practice, the full patient record, who printed it and when. */
export function PatientSheet({ patient, alerts, practice }: PatientSheetProps) {
  const user = useCurrentUser();
  const [printedAt] = useState(() => serverNow());
  const age = practice === undefined ? null : patientAge(patient, practice.today);
  const region = [patient.state, patient.zipCode].filter(Boolean).join(' ');
  return (
    <Box
      translate="no"
      sx={{ maxWidth: '7.5in', mx: 'auto', p: { xs: 2, sm: 4 }, '@media print': { p: 0, maxWidth: 'none' } }}
    >
      <Letterhead practice={practice ?? { name: PRODUCT_TITLE }} />
      <Typography sx={{ mb: 2 }}>Patient Information</Typography>
      <Typography variant="h1" tabIndex={-1} data-page-heading sx={{ overflowWrap: 'anywhere' }}>
        {fullName(patient.firstName, patient.lastName)}
      </Typography>
      <Typography sx={{ mb: 3 }}>
        MRN {patient.medicalRecordNumber} ({patient.isActive ? 'Active' : 'Inactive'})
      </Typography>
      <Alerts alerts={alerts} />
      <Facts
        title="Demographics"
        rows={[
          {
            label: LABELS.dateOfBirth,
            value: `${formatDateUs(patient.dateOfBirth)}${age === null ? '' : ` (age ${age}${patient.isDeceased ? ' at death' : ''})`}`,
          },
          ...(patient.isDeceased ? [{ label: LABELS.dateOfDeath, value: deathDate(patient) }] : []),
          ...shownFields(patient, fieldsIn('Demographics', { except: SHOWN_APART })),
          { label: LABELS.socialSecurityNumber, value: formatSsn(patient.socialSecurityNumber ?? '') },
        ]}
      />
      <Facts
        title="Contact"
        rows={[
          {
            label: LABELS.address,
            value: [patient.address, patient.city, region].filter(Boolean).join(', '),
          },
          ...shownFields(patient, fieldsIn('Contact', { except: ['address', 'city', 'state', 'zipCode'] })),
        ]}
      />
      <Facts title="Insurance" rows={shownFields(patient, fieldsIn('Insurance'))} />
      <Typography component="footer" variant="body2" sx={{ borderTop: '1px solid #000', pt: 1, mt: 4 }}>
        Confidential patient information. Printed <Moment at={printedAt} /> by{' '}
        {fullName(user.firstName, user.lastName)}.
      </Typography>
    </Box>
  );
}

/** Nothing without alerts. */
function Alerts({ alerts }: Pick<PatientSheetProps, 'alerts'>) {
  if (alerts === undefined)
    return <Typography sx={{ mb: 3 }}>The patient’s alerts could not be loaded.</Typography>;
  if (alerts.length === 0) return null;
  return (
    <Box component="section" sx={{ mb: 3, breakInside: 'avoid' }}>
      <Typography variant="h2" sx={HEADING}>
        Alerts
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {alerts.map(({ id, text, endsOn }) => (
          <li key={id}>
            {text}
            {endsOn === null ? '' : ` (through ${formatDateUs(endsOn)})`}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const HEADING = { borderBottom: '1px solid #767676', pb: 0.5, mb: 1 } as const;

interface FactsProps {
  readonly title: string;
  /** A missing value prints as "N/A". */
  readonly rows: readonly { readonly label: string; readonly value: string | null }[];
}

function Facts({ title, rows }: FactsProps) {
  return (
    <Box component="section" sx={{ mb: 3, breakInside: 'avoid' }}>
      <Typography variant="h2" sx={HEADING}>
        {title}
      </Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 12.5rem) minmax(0, 1fr)',
          columnGap: 1,
          rowGap: 0.5,
          m: 0,
        }}
      >
        {rows.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt">{label}</Box>
            <Box component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {value === null || value === '' ? 'N/A' : value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
