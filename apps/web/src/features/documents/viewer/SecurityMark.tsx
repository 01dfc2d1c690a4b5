import LockOpenOutlinedIcon from '@mui/icons-material/LockOpenOutlined';
import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';

/** The encryption icon, with a text alternative. */
export function SecurityMark({ isEncrypted }: { readonly isEncrypted: boolean }) {
  return isEncrypted ? (
    <LazyTooltip title="Encrypted at rest">
      <LockOutlinedIcon fontSize="small" color="success" titleAccess="Encrypted" sx={{ display: 'block' }} />
    </LazyTooltip>
  ) : (
    <LazyTooltip title="Not encrypted">
      <LockOpenOutlinedIcon
        fontSize="small"
        color="error"
        titleAccess="Not encrypted"
        sx={{ display: 'block' }}
      />
    </LazyTooltip>
  );
}
