import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import { Box } from '@mui/material';
import type { ContentFinding } from '@portal/domain/template/check';

/** Errors and warnings for a field. */
export function Findings({ findings }: { readonly findings: readonly ContentFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 4.5, pb: 0.5 }}>
      {findings.map(({ severity, message }) => (
        <Box
          component="li"
          key={message}
          sx={{
            display: 'flex',
            gap: 0.5,
            alignItems: 'flex-start',
            typography: 'body2',
            color: `${severity}.main`,
            overflowWrap: 'anywhere',
          }}
        >
          {severity === 'error' ? (
            <ErrorOutlineIcon titleAccess="Error" sx={{ fontSize: 18, mt: '1px' }} />
          ) : (
            <WarningAmberIcon titleAccess="Warning" sx={{ fontSize: 18, mt: '1px' }} />
          )}
          <span>{message}</span>
        </Box>
      ))}
    </Box>
  );
}
