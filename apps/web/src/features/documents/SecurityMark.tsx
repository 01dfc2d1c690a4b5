import LockOpenOutlinedIcon from '@mui/icons-material/LockOpenOutlined';
import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import Tooltip from '@mui/material/Tooltip';

/** The encryption icon, with a text alternative. */
export function SecurityMark({ isEncrypted }: { readonly isEncrypted: boolean }) {
  return isEncrypted ? (
    <Tooltip title="Encrypted at rest">
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
