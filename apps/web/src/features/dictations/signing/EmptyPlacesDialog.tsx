import Link from '@mui/material/Link';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PlaceList } from './EmptyPlaces.tsx';

interface EmptyPlacesDialogProps {
  /** Null while the dialog is closed. */
  readonly places: readonly EmptyPlace[] | null;
  readonly onGoTo: (place: EmptyPlace) => void;
  readonly onSign: () => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms before signing a dictation whose report text has blanks. Each field name jumps to the field in the form. */
export function EmptyPlacesDialog({ places, onGoTo, onSign, onClose }: EmptyPlacesDialogProps) {
  return (
    <ConfirmDialog
      open={places !== null}
      title="Sign with blanks in the text?"
      text={
        <>
          These fields are empty and leave a blank in the report text:
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
