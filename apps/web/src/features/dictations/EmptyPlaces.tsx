import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { editFieldPath } from './new-note.ts';
import type { EmptyPlacesCheck } from './use-empty-places.ts';

interface PlaceListProps {
  readonly places: readonly EmptyPlace[];
  /** What the name of a field is: the way to it. */
  readonly renderName: (place: EmptyPlace, words: string) => ReactNode;
}

/** "Needle gauge, in Technique". */
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

/** What is said of stored dictations that would be signed with holes in their texts; each field leads to the editor. */
export function EmptyPlacesAlert({ check }: { readonly check: EmptyPlacesCheck }) {
  const { notes, hasFailed } = check;
  if (hasFailed)
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        It could not be checked whether a text has empty places. Look at the report before you sign.
      </Alert>
    );
  if (notes.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <AlertTitle>Some texts have empty places</AlertTitle>
      {notes.map(({ dictationId, patientName, templateName, places }) => (
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
