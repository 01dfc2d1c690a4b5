import WarningAmberOutlinedIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Typography } from '@mui/material';
import { patientList } from '@portal/contract/patients';
import { recentList } from '@portal/contract/recent';
import type { PatientRef } from '@portal/contract/refs';
import { formatDateUs } from '@portal/domain/date';
import { patientLabel } from '@portal/domain/person-name';
import type { Ref } from 'react';
import { call } from '#lib/portal.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';

/** A patient in the picker. Only search results have the date of birth, which distinguishes patients with the same name. */
export type PatientChoice = PatientRef & {
  readonly dateOfBirth?: string;
  readonly similar?: true | undefined;
  /** The texts of the alerts. */
  readonly alerts?: readonly string[] | undefined;
};

interface PatientPickerProps {
  readonly value: PatientChoice | null;
  readonly onChange: (patient: PatientChoice | null) => void;
  /** Default "Patient". */
  readonly label?: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly helperText?: string;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Finds an active patient by name, MRN, phone or date of birth, from two characters on. Before that, offers recent patients. */
export function PatientPicker({ label = 'Patient', ...props }: PatientPickerProps) {
  return (
    <TypeAhead<PatientChoice>
      unchosen="No patient chosen"
      {...props}
      label={label}
      placeholder="Name, MRN, phone or birth date"
      search={findPatients}
      suggestions={RECENT}
      optionKey={({ id }) => id}
      optionLabel={patientLabel}
      renderOption={(patient) => (
        <Box>
          {patientLabel(patient)}
          {patient.dateOfBirth === undefined ? null : (
            <Typography variant="body2" color="textSecondary">
              Born {formatDateUs(patient.dateOfBirth)}
              {patient.similar === true ? ', similar name' : null}
            </Typography>
          )}
          <AlertMark alerts={patient.alerts} />
        </Box>
      )}
    />
  );
}

/** The first alert of a patient to choose, and how many more there are. */
function AlertMark({ alerts: [first, ...others] = [] }: Pick<PatientChoice, 'alerts'>) {
  if (first === undefined) return null;
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', gap: 0.5, color: 'warning.main', fontWeight: 600, overflowWrap: 'anywhere' }}
    >
      <WarningAmberOutlinedIcon titleAccess="Alert:" sx={{ fontSize: 16, mt: '2px', flexShrink: 0 }} />
      {first}
      {others.length === 0 ? '' : ` (+${others.length} more)`}
    </Typography>
  );
}

async function findPatients(text: string, signal: AbortSignal): Promise<readonly PatientChoice[]> {
  return (await call(patientList, { query: { search: text, pageSize: '10' }, signal })).data;
}

const RECENT = {
  title: 'Recent patients',
  load: async (signal: AbortSignal): Promise<readonly PatientChoice[]> => {
    const { patients } = await call(recentList, { query: { kind: 'Patient' }, signal });
    return patients.filter(({ isActive }) => isActive);
  },
};
