import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Chip, IconButton, Stack, Tooltip } from '@mui/material';
import { liveConnection } from '#lib/live/live.ts';
import type { LiveState } from '#lib/live/live-connection.ts';

const LOOKS = {
  connected: { label: 'Live', color: 'success' },
  connecting: { label: 'Connecting...', color: 'warning' },
  disconnected: { label: 'Offline', color: 'default' },
} as const satisfies Record<LiveState['status'], unknown>;

/** Connection status of the feed. After the connection has failed, shows the reason and a button to reconnect. */
export function LiveIndicator({ live: { status, error } }: { readonly live: LiveState }) {
  const { label, color } = LOOKS[status];
  return (
    <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
      <Tooltip title={error ?? ''}>
        <Chip
          component="output"
          label={label}
          color={color}
          icon={
            <Box
              component="span"
              sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'currentColor', ml: '8px !important' }}
            />
          }
        />
      </Tooltip>
      {status === 'disconnected' ? (
        <Tooltip title="Reconnect">
          <IconButton size="small" aria-label="Reconnect" onClick={liveConnection.start}>
            <RefreshIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
    </Stack>
  );
}
