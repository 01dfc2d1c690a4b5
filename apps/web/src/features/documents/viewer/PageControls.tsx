import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import { IconButton, Typography } from '@mui/material';

interface PageControlsProps {
  readonly page: number;
  /** Null until it is known. */
  readonly pageCount: number | null;
  readonly onTurn: (page: number) => void;
}

/** Previous and next page buttons with the page number. */
export function PageControls({ page, pageCount, onTurn }: PageControlsProps) {
  if (pageCount === null) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      >
        <NavigateBeforeIcon fontSize="small" />
      </IconButton>
      <Typography component="output" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        Page {page} of {pageCount}
      </Typography>
      <IconButton
        size="small"
        aria-label="Next page"
        disabled={page >= pageCount}
        onClick={() => onTurn(page + 1)}
      >
        <NavigateNextIcon fontSize="small" />
      </IconButton>
    </>
  );
}
