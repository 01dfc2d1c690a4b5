import PersonOutlinedIcon from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { patientList } from '@portal/contract/patients';
import type { PatientRow } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientLabel } from '@portal/domain/person-name';
import { phoneDigits } from '@portal/domain/phone';
import { call } from '#lib/portal.ts';
import { useLookUp } from '#ui/use-look-up.ts';

interface CallerMatchesProps {
  /** As it is typed. */
  readonly phone: string;
  /** Who is chosen already is not offered again. */
  readonly patientId: string;
  readonly onPick: (patient: PatientRow) => void;
}

/** Digits before patients are looked for: fewer fit too many. */
const MIN_DIGITS = 7;
const SHOWN = 5;

/** The patients with the number that is being typed; one click takes one of them. */
export function CallerMatches({ phone, patientId, onPick }: CallerMatchesProps) {
  // Without country code and extension, which the patient's number may lack.
  const digits = phoneDigits(phone).replace(/^1/, '').slice(0, 10);
  const { options } = useLookUp(digits, findByPhone, MIN_DIGITS);
  const offered = options.filter(({ id }) => id !== patientId);
  return (
    <Box component="output" aria-label="Patients with this number" sx={{ display: 'block' }}>
      {offered.length === 0 ? null : (
        <Stack spacing={0.5} sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {offered.length === 1 ? 'A patient has this number:' : 'Patients with this number:'}
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
  const { data } = await call(patientList, { query: { search: digits, pageSize: String(SHOWN) }, signal });
  // The digits may also be part of a record number.
  return data.filter(({ phone }) => phone?.includes(digits) === true);
}
