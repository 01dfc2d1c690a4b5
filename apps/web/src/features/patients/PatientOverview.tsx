import { Box, Typography } from '@mui/material';
import type { Patient } from '@portal/contract/patients';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { deathDate } from '@portal/domain/death';
import { COVERAGE_FIELDS, COVERAGE_LABELS } from '@portal/domain/patient-import/coverage';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { Section } from '#ui/Section.tsx';
import { EndedAlerts } from './EndedAlerts.tsx';
import { fieldsIn, PATIENT_LABELS, SHOWN_APART, shownFields } from './form/patient-form.ts';
import { PatientNow, usePatientSummary } from './PatientNow.tsx';
import { SsnValue } from './SsnValue.tsx';

interface PatientOverviewProps {
  readonly patient: Patient;
  /** In whole years, of a deceased patient at death; null until the practice's current date is known. */
  readonly age: number | null;
}

/** What matters now, beside the patient's demographics, contact and insurance data, and ended alerts. */
export function PatientOverview({ patient, age }: PatientOverviewProps) {
  const times = usePracticeTimes();
  const summary = usePatientSummary(patient.id);
  return (
    <Box sx={OVERVIEW_COLUMNS}>
      <Box>
        <PatientNow patient={patient} summary={summary} />
      </Box>
      <Box>
        <Section title="Demographics">
          <DetailList
            dense
            items={[
              ...shownFields(patient, ['firstName', 'lastName', 'dateOfBirth']),
              ...(patient.isDeceased
                ? [
                    { label: PATIENT_LABELS.dateOfDeath, value: deathDate(patient) },
                    { label: 'Age at Death', value: age },
                  ]
                : [{ label: 'Age', value: age }]),
              ...shownFields(patient, fieldsIn('Demographics', { except: SHOWN_APART })),
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
            items={shownFields(patient, fieldsIn('Contact', { first: ['phone', 'email'] }))}
          />
        </Section>
        <Section title="Insurance">
          <DetailList dense items={shownFields(patient, fieldsIn('Insurance'))} />
          <FormerCoverage coverage={patient.formerCoverage} />
        </Section>
        {summary.data?.endedAlerts === undefined ? null : (
          <EndedAlerts patientId={patient.id} newest={summary.data.endedAlerts} />
        )}
      </Box>
    </Box>
  );
}

/** What matters now, and the record's data beside it. */
export const OVERVIEW_COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  gap: 2,
  alignItems: 'start',
} as const;

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
