import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { Link as RouterLink } from 'react-router';

interface MessageTextProps {
  readonly id: string;
  readonly text: string;
}

/** The message cut to two lines; the full text in a tooltip that pointer, touch and keyboard reach. */
export function MessageText({ id, text }: MessageTextProps) {
  return (
    <Tooltip
      title={text}
      // Not its name: that is what stands in it.
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
