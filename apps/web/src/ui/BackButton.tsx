import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useReturnLink } from './places.ts';

/** The Back button of a page, to the page above it, as it was left. */
export function BackButton({ to }: { readonly to: string }) {
  const linkTo = useReturnLink();
  return (
    <Button component={RouterLink} {...linkTo(to)} variant="outlined" startIcon={<ArrowBackIcon />}>
      Back
    </Button>
  );
}
