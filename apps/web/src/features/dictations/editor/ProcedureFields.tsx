import { Box, InputAdornment, TextField, Typography } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { ageOn, formatDateUs, isDateOnly } from '@portal/domain/date';
import { deathMark } from '@portal/domain/death';
import { procedureDateProblem } from '@portal/domain/procedure-date';
import { memo, useId, useState, type Ref } from 'react';
import { usePractice } from '#lib/query/use-practice.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import { PatientPicker } from '#pickers/PatientPicker.tsx';
import { CalendarButton } from '#ui/form/CalendarButton.tsx';
import { dateText, dateValue, formatDateInput } from '#ui/form/date-input.ts';
import { applyMask } from '#ui/form/mask.ts';
import { NativeSelect } from '../session/NativeSelect.tsx';
import { useLocations, useProviders } from '../session/use-choices.ts';
import type { ProcedureDetails } from '../start/editor-start.ts';
import { providerChange } from './provider-change.ts';
import type { EditorPatient } from './use-dictation-form.ts';

interface ProcedureFieldsProps {
  readonly details: ProcedureDetails;
  readonly patient: EditorPatient;
  readonly providerName: string;
  /** The saved dictation; null while there is none. */
  readonly dictation: Dictation | null;
  readonly patientError: string | null;
  readonly patientRef: Ref<HTMLInputElement>;
  readonly onChange: (part: Partial<ProcedureDetails>) => void;
}

/** Patient, date, location, and provider. Memoized because the form around it changes on every keystroke. */
export const ProcedureFields = memo(PlainProcedureFields);

function PlainProcedureFields({
  details,
  patient,
  providerName,
  dictation,
  patientError,
  patientRef,
  onChange,
}: ProcedureFieldsProps) {
  const providers = useProviders().options;
  const locations = useLocations().options;
  const { record } = patient;
  const { isReadOnly, hint } = providerChange(useCurrentUser(), dictation, details.providerId);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        gap: 2,
        alignItems: 'start',
        '& .MuiTextField-root': { width: '100%' },
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <PatientPicker
          required
          value={patient.choice}
          inputRef={patientRef}
          error={patientError ?? (record?.isActive === false ? 'This patient is inactive' : undefined)}
          onChange={(choice) => {
            patient.setChoice(choice);
            onChange({ patientId: choice?.id ?? '' });
          }}
        />
        {details.patientId === '' ? null : (
          // Reserve the line before the record loads, so the fields below do not shift.
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, minHeight: '1lh' }}>
            {record === null ? '' : personText(record, details.procedureDate)}
          </Typography>
        )}
        {details.patientId === '' ? null : (
          <PatientAlerts patientId={details.patientId} isAnnounced sx={{ mt: 1 }} />
        )}
      </Box>
      <ProcedureDate
        value={details.procedureDate}
        dateOfBirth={record?.dateOfBirth ?? null}
        onChange={(procedureDate) => onChange({ procedureDate })}
      />
      <NativeSelect
        isRequired
        label="Procedure Location"
        value={details.locationId}
        stored={details.procedureLocation}
        options={locations}
        onChange={({ value, label }) => onChange({ locationId: value, procedureLocation: label })}
      />
      <NativeSelect
        isRequired
        label="Provider"
        value={details.providerId}
        stored={providerName}
        options={providers}
        isReadOnly={isReadOnly}
        hint={hint}
        onChange={({ value }) => onChange({ providerId: value })}
      />
    </Box>
  );
}

interface ProcedureDateProps {
  readonly value: string;
  /** The patient's; null while it is not known. */
  readonly dateOfBirth: string | null;
  readonly onChange: (value: string) => void;
}

/** Keeps incomplete input as well, so a save never uses a date other than the one on screen. */
function ProcedureDate({ value, dateOfBirth, onChange }: ProcedureDateProps) {
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const today = usePractice().data?.today;
  const isDate = isDateOnly(value);
  const problem = isDate
    ? today === undefined
      ? null
      : procedureDateProblem(value, today, dateOfBirth)
    : isFocused
      ? null
      : 'Enter a date as MM/DD/YYYY';
  const isAhead = isDate && today !== undefined && value > today;
  return (
    <TextField
      id={id}
      required
      label="Procedure Date"
      value={dateText(value)}
      onChange={({ target }) => onChange(dateValue(applyMask(target, formatDateInput)))}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      error={problem !== null}
      helperText={
        problem ?? (isAhead ? `In the future: it can be signed from ${formatDateUs(value)} on` : null)
      }
      placeholder="MM/DD/YYYY"
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <CalendarButton
                label="Choose Procedure Date"
                value={isDate ? value : ''}
                disabled={false}
                onChange={onChange}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

const personText = (
  { dateOfBirth, gender, ...patient }: NonNullable<EditorPatient['record']>,
  on: string,
): string =>
  [`Born ${formatDateUs(dateOfBirth)}`, ageText(dateOfBirth, on), gender ?? '', deathMark(patient)]
    .filter((text) => text !== '')
    .join(' · ');

function ageText(dateOfBirth: string, on: string): string {
  const age = ageOn(dateOfBirth, on);
  return age === null ? '' : `${age} years`;
}
