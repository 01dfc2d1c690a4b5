import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import { Box, IconButton, Popover, Typography } from '@mui/material';
import { COMPLIANCE_COLORS, COMPLIANCE_GUIDE, COMPLIANCE_STATUSES } from '@portal/domain/pill-count';
import { useId, useState } from 'react';
import { StatusChip } from '#ui/StatusChip.tsx';

/** Help popover that explains the compliance statuses. */
export function StatusGuide() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <IconButton
        size="small"
        aria-label="Status guide"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <HelpOutlineIcon fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, maxWidth: 420 } } }}
      >
        <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
          Status guide
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          Variance is the difference between the pills counted and the pills expected, in days of medication.
        </Typography>
        <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 1.5 }}>
          {COMPLIANCE_STATUSES.map((status) => (
            <div key={status}>
              <Typography
                component="dt"
                variant="body2"
                sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
              >
                <StatusChip label={status} color={COMPLIANCE_COLORS[status]} />
                {COMPLIANCE_GUIDE[status].range}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, mt: 0.25 }}>
                {COMPLIANCE_GUIDE[status].message}
              </Typography>
            </div>
          ))}
        </Box>
      </Popover>
    </>
  );
}
