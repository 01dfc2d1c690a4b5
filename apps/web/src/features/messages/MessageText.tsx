import { Link as RouterLink } from 'react-router';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';

interface MessageTextProps {
  readonly id: string;
  readonly text: string;
}

const TOOLTIP = { tooltip: { sx: { maxWidth: 480, whiteSpace: 'pre-line', fontSize: '0.8125rem' } } };

/** The message truncated to two lines, with the full text in a tooltip for mouse, touch and keyboard. */
export function MessageText({ id, text }: MessageTextProps) {
  return (
    <LazyTooltip
      title={text}
      // The tooltip is the description; the link text stays the accessible name.
      describeChild
      placement="bottom-start"
      enterTouchDelay={300}
      slotProps={TOOLTIP}
    >
      <RouterLink to={`/messages/${id}`} className="list-link list-link-text list-message-text">
        {text}
      </RouterLink>
    </LazyTooltip>
  );
}
