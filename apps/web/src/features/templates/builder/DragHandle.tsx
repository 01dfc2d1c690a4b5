import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import { Box, IconButton } from '@mui/material';
import { useId, type HTMLAttributes, type KeyboardEvent } from 'react';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { HANDLE_ATTRIBUTE } from './drag-handle.ts';
import type { BuilderState } from './use-builder.ts';

interface DragHandleProps {
  /** Key of the part in the arrangement. */
  readonly partKey: string;
  /** Name of the part, for example "field Level". */
  readonly name: string;
  readonly builder: BuilderState;
  /** Mouse and touch listeners of dnd-kit. */
  readonly listeners: Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onTouchStart'>;
}

/** Handle that moves a section or field by mouse, touch or arrow keys, also between sections. */
export function DragHandle({ partKey, name, builder, listeners }: DragHandleProps) {
  const helpId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    builder.step(partKey, name, by);
  };
  return (
    <>
      <IconButton
        {...{ [HANDLE_ATTRIBUTE]: partKey }}
        size="small"
        aria-label={`Move ${name}`}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
        {...listeners}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <DragIndicatorIcon fontSize="small" />
      </IconButton>
      <Box component="span" id={helpId} sx={visuallyHidden}>
        Drag, or press the up and down arrow keys.
      </Box>
    </>
  );
}
