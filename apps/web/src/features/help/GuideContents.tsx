import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import type { GuideSection } from './guide-sections.ts';

interface GuideContentsProps {
  readonly sections: readonly GuideSection[];
  /** Beside the text on wide screens; otherwise it opens above the text on request. */
  readonly isBeside: boolean;
}

/** "On this page": links to the sections. */
export function GuideContents({ sections, isBeside }: GuideContentsProps) {
  const list = (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
      {sections.map(({ anchor, heading, level }) => (
        <Box key={anchor} component="li" sx={{ py: isBeside ? 0.375 : 1.5, pl: (level - 2) * 1.5 }}>
          <Link
            component={RouterLink}
            to={`#${anchor}`}
            variant="body2"
            color="textSecondary"
            underline="hover"
          >
            {heading}
          </Link>
        </Box>
      ))}
    </Box>
  );
  return (
    <Box component="nav" aria-label="On this page" sx={isBeside ? BESIDE : NO_PRINT}>
      {isBeside ? (
        <>
          <Typography component="p" variant="subtitle2">
            On this page
          </Typography>
          {list}
        </>
      ) : (
        <Box component="details" sx={{ mb: 2, px: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Typography component="summary" variant="subtitle2" sx={{ cursor: 'pointer', py: 1.5 }}>
            On this page
          </Typography>
          {list}
        </Box>
      )}
    </Box>
  );
}

const NO_PRINT = { '@media print': { display: 'none' } };

/** Stays below the top bar while the text scrolls. */
const BESIDE = {
  ...NO_PRINT,
  position: 'sticky',
  top: 72,
  maxHeight: 'calc(100dvh - 88px)',
  overflowY: 'auto',
};
