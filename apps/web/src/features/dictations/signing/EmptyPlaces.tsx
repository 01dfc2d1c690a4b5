import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { editFieldPath } from '../session/new-dictation.ts';
import type { EmptyPlacesCheck } from './use-empty-places.ts';

interface PlaceListProps {
  readonly places: readonly EmptyPlace[];
  /** Renders a field name as a link or button that leads to the field. */
  readonly renderName: (place: EmptyPlace, words: string) => ReactNode;
}

/** Lists blanks, such as "Needle gauge, in Technique". */
export function PlaceList({ places, renderName }: PlaceListProps) {
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {places.map((place) => (
        <li key={`${place.fieldId} ${place.textFieldId}`}>
          {renderName(place, place.label)}
          {`, in ${place.textLabel}`}
        </li>
      ))}
    </Box>
  );
}

/** Warns about saved dictations whose report text has blanks. Each field links to the editor. */
export function EmptyPlacesAlert({ check }: { readonly check: EmptyPlacesCheck }) {
  const { dictations, hasFailed } = check;
  if (hasFailed)
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        Could not check the report text for blanks. Review the report before you sign.
      </Alert>
    );
  if (dictations.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <AlertTitle>The report text has blanks</AlertTitle>
      {dictations.map(({ dictationId, patientName, templateName, places }) => (
        <Box key={dictationId} sx={{ '& + &': { mt: 1 } }}>
          {check.isOne ? null : (
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {patientName} – {templateName}
            </Typography>
          )}
          <PlaceList
            places={places}
            renderName={(place, words) => (
              <Link component={RouterLink} to={editFieldPath(dictationId, place.fieldId)}>
                {words}
              </Link>
            )}
          />
        </Box>
      ))}
    </Alert>
  );
}
