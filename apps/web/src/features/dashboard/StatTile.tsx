import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Card, CardActionArea, IconButton, Skeleton, Stack, Tooltip, Typography } from '@mui/material';
import { systemState } from '@portal/contract/system';
import { Link } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { figureText, STATUS_COLORS, type Stats, type Tile } from './tiles.ts';

interface StatTileProps {
  readonly tile: Tile;
  readonly stats: Stats | undefined;
  readonly isLoading: boolean;
  /** The last fetch failed, so the value is old or a placeholder. */
  readonly isFailed: boolean;
  /** Whether the tile has a page to link to. */
  readonly isLink: boolean;
  readonly onRetry: () => void;
}

/** A dashboard tile with one statistic, linked to its page. */
export function StatTile({ tile, stats, isLoading, isFailed, isLink, onRetry }: StatTileProps) {
  const content = <TileContent tile={tile} stats={stats} isLoading={isLoading} isFailed={isFailed} />;
  return (
    <Card component="li" sx={{ position: 'relative', display: 'flex', maxWidth: { sm: 400 } }}>
      {isLink ? (
        <CardActionArea component={Link} to={tile.to} sx={{ display: 'flex', justifyContent: 'flex-start' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
      {isFailed ? (
        <Tooltip title="This figure could not be loaded. Try again.">
          <IconButton
            size="small"
            color="error"
            aria-label={`Retry ${tile.label}`}
            onClick={onRetry}
            sx={{ position: 'absolute', top: 4, right: 4 }}
          >
            <RefreshIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
    </Card>
  );
}

/** Shows in a few words why the system is not healthy; the audit logs page has the sentences. */
function StatusNote() {
  const reasons = useEndpointQuery(systemState, {}).data?.reasons ?? [];
  const summaries = new Set(reasons.map(({ summary }) => summary));
  return [...summaries].map((summary) => (
    <Typography variant="caption" color="error" component="p" key={summary}>
      {summary}
    </Typography>
  ));
}

function TileContent({ tile, stats, isLoading, isFailed }: Omit<StatTileProps, 'isLink' | 'onRetry'>) {
  const Icon = tile.icon;
  const isStatus = tile.figure === 'systemStatus';
  const status = isStatus ? stats?.systemStatus : undefined;
  return (
    <Stack
      direction="row"
      spacing={1}
      sx={{
        alignItems: 'center',
        pl: { xs: 1.25, sm: 1.5 },
        // The retry button takes the corner.
        pr: isFailed ? 5 : 1,
        py: 1.75,
        minWidth: 0,
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: { xs: 34, sm: 36 },
          height: { xs: 34, sm: 36 },
          borderRadius: 1,
          color: 'primary.main',
          bgcolor: 'color-mix(in srgb, currentColor 12%, transparent)',
        }}
      >
        <Icon />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary">
          {tile.label}
        </Typography>
        <Typography
          component="p"
          sx={{
            fontSize: '1.25rem',
            fontWeight: 650,
            lineHeight: 1.3,
            fontVariantNumeric: 'tabular-nums',
            ...(status !== undefined && { color: `${STATUS_COLORS[status]}.main` }),
          }}
        >
          {isLoading ? isStatus ? 'Loading...' : <Skeleton width={56} /> : figureText(tile, stats)}
        </Typography>
        {status === undefined || status === 'Healthy' ? null : <StatusNote />}
      </Box>
    </Stack>
  );
}
