import HistoryIcon from '@mui/icons-material/History';
import { Box, Chip, Typography } from '@mui/material';
import { recentList } from '@portal/contract/recent';
import { formatDateUs } from '@portal/domain/date';
import { withDeathMark } from '@portal/domain/death';
import { lastFirst } from '@portal/domain/person-name';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Links to the patients that the user opened last. */
export function RecentPatients() {
  const titleId = useId();
  const { data } = useEndpointQuery(recentList, { query: { kind: 'Patient' } });
  if (data === undefined || data.patients.length === 0) return null;
  return (
    <Box component="nav" aria-labelledby={titleId} sx={{ mb: 1.5, '@media print': { display: 'none' } }}>
      <Typography
        id={titleId}
        component="h2"
        variant="body2"
        color="textSecondary"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 0.75 }}
      >
        <HistoryIcon aria-hidden fontSize="small" />
        Recent patients
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          flexWrap: { sm: 'wrap' },
          gap: 0.75,
          m: 0,
          p: 0.25,
          listStyle: 'none',
          // On a phone, the row scrolls instead of pushing the list down.
          overflowX: { xs: 'auto', sm: 'visible' },
          '& > li': { maxWidth: '100%' },
        }}
      >
        {data.patients.map((patient) => (
          <li key={patient.id}>
            <Chip
              clickable
              variant="outlined"
              sx={{ height: { xs: 36, md: 28 } }}
              component={RouterLink}
              to={`/patients/${patient.id}`}
              label={withDeathMark(`${lastFirst(patient)}, ${formatDateUs(patient.dateOfBirth)}`, patient)}
              title={`MRN ${patient.medicalRecordNumber}`}
            />
          </li>
        ))}
      </Box>
    </Box>
  );
}
