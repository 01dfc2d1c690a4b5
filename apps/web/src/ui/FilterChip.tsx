import CloseIcon from '@mui/icons-material/Close';
import { Button } from '@mui/material';

/** A filter that only a link sets, such as the hour of a picture, and its removal. */
export const FilterChip = ({
  label,
  onRemove,
}: {
  readonly label: string;
  readonly onRemove: () => void;
}) => (
  <Button
    size="small"
    variant="outlined"
    endIcon={<CloseIcon />}
    aria-label={`${label}, remove this filter`}
    onClick={onRemove}
  >
    {label}
  </Button>
);
