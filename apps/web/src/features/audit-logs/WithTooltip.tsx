import { LazyTooltip } from '#ui/LazyTooltip.tsx';

interface WithTooltipProps {
  readonly text: string;
  /** Tooltip text. The entry's details also show it. */
  readonly detail: string | null;
}

const TOOLTIP = { tooltip: { sx: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } } };

/** A text with an optional tooltip. */
export function WithTooltip({ text, detail }: WithTooltipProps) {
  if (detail === null) return text;
  return (
    <LazyTooltip describeChild title={detail} slotProps={TOOLTIP}>
      <span className="list-help">{text}</span>
    </LazyTooltip>
  );
}
