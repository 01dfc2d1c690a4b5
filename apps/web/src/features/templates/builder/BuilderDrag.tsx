import {
  closestCenter,
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Card } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { Arrangement } from './arrangement.ts';
import { collisionOf, crossing, dragAnnouncements, landing } from './drag-events.ts';
import type { BuilderState } from './use-builder.ts';

interface BuilderDragProps {
  readonly builder: BuilderState;
  /** Renders the sections in their current order, also during a drag. */
  readonly children: (arrangement: Arrangement) => ReactNode;
}

/** Drag and drop of sections and fields by mouse and touch. A drag is one undo step. The handles support the keyboard. */
export function BuilderDrag({ builder, children }: BuilderDragProps) {
  const [dragged, setDragged] = useState<{
    readonly key: string;
    readonly arrangement: Arrangement;
  } | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
  );
  const arrangement = dragged?.arrangement ?? builder.arrangement;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => collisionOf(args, arrangement, closestCenter)}
      onDragStart={({ active }) => {
        leaveField();
        setDragged({ key: String(active.id), arrangement: builder.arrangement });
      }}
      onDragOver={(event) =>
        setDragged((now) => now && { ...now, arrangement: crossing(now.arrangement, event) })
      }
      onDragCancel={() => setDragged(null)}
      onDragEnd={(event) => {
        setDragged(null);
        const landed = landing(arrangement, event);
        if (JSON.stringify(landed) !== JSON.stringify(builder.arrangement))
          builder.moveTo(String(event.active.id), landed);
      }}
      // Space does not pick up an item here, so the default instructions would be wrong. The handles have their own.
      accessibility={{
        screenReaderInstructions: { draggable: '' },
        announcements: dragAnnouncements(builder.parts, arrangement),
      }}
    >
      <SortableContext items={arrangement.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        {children(arrangement)}
      </SortableContext>
      <DragOverlay dropAnimation={null}>
        {dragged === null ? null : <Carried builder={builder} dragged={dragged.key} />}
      </DragOverlay>
    </DndContext>
  );
}

/** A phone keeps the field that has the focus in view, and would scroll away from what is dragged. */
function leaveField(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea')) activeElement.blur();
}

/** The drag overlay with the name of the moved part. */
function Carried({ builder, dragged }: { readonly builder: BuilderState; readonly dragged: string }) {
  const { sections, fields } = builder.parts;
  const name = fields.get(dragged)?.field.label ?? sections.get(dragged)?.section.title ?? '';
  return (
    <Card
      data-carried
      sx={{ px: 2, py: 1, fontWeight: 600, boxShadow: 4, cursor: 'grabbing', maxWidth: 420 }}
    >
      {name}
    </Card>
  );
}
