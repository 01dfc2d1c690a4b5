import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import { EmptyState } from './EmptyState.tsx';

/** The exact text for a missing permission or role. */
export const ACCESS_DENIED = 'Access Denied: You do not have permission to view this page.';

/** Shown instead of a page or list that the user may not see. */
export function AccessDenied() {
  return <EmptyState icon={<LockOutlinedIcon color="action" fontSize="large" />} text={ACCESS_DENIED} />;
}
