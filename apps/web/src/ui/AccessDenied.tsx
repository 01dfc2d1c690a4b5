import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import { EmptyState } from './EmptyState.tsx';

/** The exact text of a missing permission or role. */
export const ACCESS_DENIED = 'Access Denied: You do not have permission to view this page.';

/** Stands in place of a page or a list the user may not see. */
export function AccessDenied() {
  return <EmptyState icon={<LockOutlinedIcon color="action" fontSize="large" />} text={ACCESS_DENIED} />;
}
