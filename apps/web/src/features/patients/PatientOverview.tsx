import { Box, Typography } from '@mui/material';
import type { Patient } from '@portal/contract/patients';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { deathDate } from '@portal/domain/death';
import { COVERAGE_FIELDS, COVERAGE_LABELS } from '@portal/domain/patient-import/coverage';
import { formatPhone } from '@portal/domain/phone';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useSession } from '#lib/session/use-session.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { Section } from '#ui/Section.tsx';
import { PATIENT_LABELS } from './patient-form.ts';
import { PatientNow } from './PatientNow.tsx';
import { SsnValue } from './SsnValue.tsx';

interface PatientOverviewProps {
  readonly patient: Patient;
  /** In whole years, of a deceased patient at death; null until the practice's current date is known. */
  readonly age: number | null;
}

/** What matters now, beside the patient's demographics, contact and insurance data. */
export function PatientOverview({ patient, age }: PatientOverviewProps) {
  const times = usePracticeTimes();
  const { permissions } = useSession();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Box>
        {/* Other permissions have other sections. */}
        <PatientNow key={permissions.join()} patientId={patient.id} />
      </Box>
      <Box>
        <Section title="Demographics">
          <DetailList
            dense
            items={[
              { label: PATIENT_LABELS.firstName, value: patient.firstName },
              { label: PATIENT_LABELS.lastName, value: patient.lastName },
              { label: PATIENT_LABELS.dateOfBirth, value: formatDateUs(patient.dateOfBirth) },
              ...(patient.isDeceased
                ? [
                    { label: PATIENT_LABELS.dateOfDeath, value: deathDate(patient) },
                    { label: 'Age at Death', value: age },
                  ]
                : [{ label: 'Age', value: age }]),
              { label: PATIENT_LABELS.gender, value: patient.gender },
              {
                label: PATIENT_LABELS.socialSecurityNumber,
                value:
                  patient.socialSecurityNumber === null ? null : (
                    <SsnValue patientId={patient.id} masked={patient.socialSecurityNumber} />
                  ),
              },
              { label: 'Medical Record Number', value: patient.medicalRecordNumber },
              ...(patient.formerMrn === null ? [] : [{ label: 'Former MRN', value: patient.formerMrn }]),
              {
                label: 'Added',
                value: times.date(patient.createdAt),
              },
            ]}
          />
        </Section>
        <Section title="Contact">
          <DetailList
            dense
            items={[
              { label: PATIENT_LABELS.phone, value: formatPhone(patient.phone) },
              { label: PATIENT_LABELS.email, value: patient.email },
              { label: PATIENT_LABELS.address, value: patient.address },
              { label: PATIENT_LABELS.city, value: patient.city },
              { label: PATIENT_LABELS.state, value: patient.state },
              { label: PATIENT_LABELS.zipCode, value: patient.zipCode },
            ]}
          />
        </Section>
        <Section title="Insurance">
          <DetailList
            dense
            items={[
              { label: PATIENT_LABELS.insuranceProvider, value: patient.insuranceProvider },
              { label: PATIENT_LABELS.insurancePolicyNumber, value: patient.insurancePolicyNumber },
            ]}
          />
          <FormerCoverage coverage={patient.formerCoverage} />
        </Section>
      </Box>
    </Box>
  );
}

/** What an import kept about coverage that the patient form has no field for. */
function FormerCoverage({ coverage }: { readonly coverage: Patient['formerCoverage'] }) {
  if (coverage === null) return null;
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5, mb: 0.5 }}>
        From the former system:
      </Typography>
      <DetailList
        dense
        items={COVERAGE_FIELDS.flatMap((field) => {
          const value = coverage[field];
          if (value === undefined) return [];
          const shown = isDateOnly(value) ? formatDateUs(value) : value;
          return [{ label: COVERAGE_LABELS[field], value: shown }];
        })}
      />
    </>
  );
}
