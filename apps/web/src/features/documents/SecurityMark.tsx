import LockOpenOutlinedIcon from '@mui/icons-material/LockOpenOutlined';
import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import Tooltip from '@mui/material/Tooltip';

/** The encrypted icon, in words for those who do not see it. */
export function SecurityMark({ isEncrypted }: { readonly isEncrypted: boolean }) {
  return isEncrypted ? (
    <Tooltip title="Encrypted where it is stored">
      <LockOutlinedIcon fontSize="small" color="success" titleAccess="Encrypted" sx={{ display: 'block' }} />
    </Tooltip>
  ) : (
    <Tooltip title="Not encrypted">
      <LockOpenOutlinedIcon
        fontSize="small"
        color="error"
        titleAccess="Not encrypted"
        sx={{ display: 'block' }}
      />
    </Tooltip>
  );
}
