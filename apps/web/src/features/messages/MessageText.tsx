import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { Link as RouterLink } from 'react-router';

interface MessageTextProps {
  readonly id: string;
  readonly text: string;
}

/** The message truncated to two lines, with the full text in a tooltip for mouse, touch and keyboard. */
export function MessageText({ id, text }: MessageTextProps) {
  return (
    <Tooltip
      title={text}
      // The tooltip is the description; the link text stays the accessible name.
      describeChild
      placement="bottom-start"
      enterTouchDelay={300}
      slotProps={{ tooltip: { sx: { maxWidth: 480, whiteSpace: 'pre-line', fontSize: '0.8125rem' } } }}
    >
      <Link
        component={RouterLink}
        to={`/messages/${id}`}
        color="textPrimary"
        underline="hover"
        sx={{
          display: '-webkit-box',
          WebkitLineClamp: { xs: 4, sm: 2 },
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          overflowWrap: 'anywhere',
          minWidth: { sm: 120 },
          maxWidth: { sm: 340 },
        }}
      >
        {text}
      </Link>
    </Tooltip>
  );
}
