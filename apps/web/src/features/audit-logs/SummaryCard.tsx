import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Card, IconButton, Tooltip, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

interface SummaryCardProps {
  readonly title: string;
  /** Set when the last refresh failed and the content is outdated or missing. */
  readonly problem?: { readonly text: string; readonly onRetry: () => void } | null;
  /** Spans the entire row on narrow screens. */
  readonly isWide?: boolean;
  /** Spans the entire row on all screens. */
  readonly isRow?: boolean;
  readonly children: ReactNode;
}

/** A card above the log. */
export function SummaryCard({
  title,
  problem = null,
  isWide = false,
  isRow = false,
  children,
}: SummaryCardProps) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        position: 'relative',
        px: 2,
        py: 1.25,
        minWidth: 0,
        ...((isWide || isRow) && { gridColumn: { xs: '1 / -1', lg: isRow ? '1 / -1' : 'auto' } }),
      }}
    >
      <Typography id={id} component="h2" variant="body2" color="textSecondary" sx={{ mb: 0.25 }}>
        {title}
      </Typography>
      <Box>{children}</Box>
      {problem === null ? null : (
        <Tooltip title={`${problem.text}. Try again.`}>
          <IconButton
            size="small"
            color="error"
            aria-label={`Retry ${title}`}
            onClick={problem.onRetry}
            sx={{ position: 'absolute', top: 4, right: 4 }}
          >
            <RefreshIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Card>
  );
}
