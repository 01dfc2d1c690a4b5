import PersonOutlinedIcon from '@mui/icons-material/PersonOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { patientList, type PatientRow } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientLabel } from '@portal/domain/person-name';
import { typedPhoneDigits } from '@portal/domain/phone';
import { call } from '#lib/portal.ts';
import { useSearch } from '#ui/use-search.ts';

interface CallerMatchesProps {
  /** The phone input as typed. */
  readonly phone: string;
  /** The selected patient, who is not offered again. */
  readonly patientId: string;
  readonly onPick: (patient: PatientRow) => void;
}

/** Digits required before searching; fewer match too many patients. */
const MIN_DIGITS = 7;
const LIMIT = 5;

/** Suggests patients with the number that is being typed; a click selects one. */
export function CallerMatches({ phone, patientId, onPick }: CallerMatchesProps) {
  // Without country code and extension, which the patient's number may not have.
  const digits = typedPhoneDigits(phone);
  const { options } = useSearch(digits, findByPhone, MIN_DIGITS);
  const offered = options.filter(({ id }) => id !== patientId);
  return (
    <Box component="output" aria-label="Patients with this number" sx={{ display: 'block' }}>
      {offered.length === 0 ? null : (
        <Stack spacing={0.5} sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {offered.length === 1 ? 'Patient with this number:' : 'Patients with this number:'}
          </Typography>
          {offered.map((patient) => (
            <Box key={patient.id}>
              <Button
                size="small"
                startIcon={<PersonOutlinedIcon />}
                onClick={() => onPick(patient)}
                sx={{ textAlign: 'left' }}
              >
                {`${patientLabel(patient)}, born ${formatDateUs(patient.dateOfBirth)}`}
              </Button>
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}

async function findByPhone(digits: string, signal: AbortSignal): Promise<readonly PatientRow[]> {
  const { data } = await call(patientList, { query: { search: digits, pageSize: String(LIMIT) }, signal });
  // The search also matches medical record numbers.
  return data.filter(({ phone }) => phone?.includes(digits) === true);
}
