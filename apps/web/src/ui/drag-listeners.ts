import type { DraggableSyntheticListeners } from '@dnd-kit/core';
import type { HTMLAttributes } from 'react';

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onTouchStart'>;

/** The listeners of the mouse and touch sensors with React event types. */
export function handleListeners(listeners: DraggableSyntheticListeners): Handlers {
  return {
    onMouseDown: (event) => void listeners?.['onMouseDown']?.(event),
    onTouchStart: (event) => void listeners?.['onTouchStart']?.(event),
  };
}
