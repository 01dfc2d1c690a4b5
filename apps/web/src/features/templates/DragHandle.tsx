import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { HANDLE_ATTRIBUTE } from './drag-handle.ts';
import type { BuilderState } from './use-builder.ts';

interface DragHandleProps {
  /** Of the part that is moved, in the arrangement. */
  readonly partKey: string;
  /** What is moved, for example "field Level". */
  readonly name: string;
  readonly builder: BuilderState;
  /** Of dnd-kit, for mouse and touch. */
  readonly listeners: Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onTouchStart'>;
}

/** Moves a section or field: dragged by mouse or touch, or step by step with the arrow keys, from section to section too. */
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
        Drag it, or press the up and down arrow keys.
      </Box>
    </>
  );
}
