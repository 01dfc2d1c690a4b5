import Link from '@mui/material/Link';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PlaceList } from './EmptyPlaces.tsx';

interface EmptyPlacesDialogProps {
  /** Null while there is nothing to ask. */
  readonly places: readonly EmptyPlace[] | null;
  readonly onGoTo: (place: EmptyPlace) => void;
  readonly onSign: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a note is signed whose texts have holes; each field leads to its place in the form. */
export function EmptyPlacesDialog({ places, onGoTo, onSign, onClose }: EmptyPlacesDialogProps) {
  return (
    <ConfirmDialog
      open={places !== null}
      title="Sign with empty places?"
      text={
        <>
          These fields have no value, and the report has an empty place where each would be:
          <PlaceList
            places={places ?? []}
            renderName={(place, words) => (
              <Link
                component="button"
                type="button"
                onClick={() => onGoTo(place)}
                sx={{ verticalAlign: 'baseline' }}
              >
                {words}
              </Link>
            )}
          />
        </>
      }
      cancelLabel="Go Back"
      confirmLabel="Sign Anyway"
      onConfirm={onSign}
      onClose={onClose}
    />
  );
}
