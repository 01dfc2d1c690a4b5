import {
  pointerWithin,
  rectIntersection,
  type Announcements,
  type Collision,
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
} from '@dnd-kit/core';
import {
  crossed,
  dropped,
  isSectionKey,
  partName,
  placeText,
  type Arrangement,
  type KeyedParts,
} from './arrangement.ts';

/**
 * Finds the drop target of a dragged part. A section only collides with sections. A field collides with the nearest field in the
 * section under the pointer.
 */
export function collisionOf(
  args: Parameters<CollisionDetection>[0],
  arrangement: Arrangement,
  nearest: CollisionDetection,
): Collision[] {
  const active = String(args.active.id);
  const among = (isWanted: (key: string) => boolean) => ({
    ...args,
    droppableContainers: args.droppableContainers.filter(({ id }) => isWanted(String(id))),
  });
  if (isSectionKey(active)) return nearest(among(isSectionKey));
  const sections = among(isSectionKey);
  const within = pointerWithin(sections);
  const [over] = within.length > 0 ? within : rectIntersection(sections);
  const section = arrangement.find(({ key }) => key === String(over?.id));
  if (section === undefined) return [];
  const fields = nearest(among((key) => section.fields.includes(key)));
  return fields.length > 0 ? fields : [{ id: section.key }];
}

/** The order while a field is dragged over another section. */
export function crossing(arrangement: Arrangement, { active, over }: DragOverEvent): Arrangement {
  if (over === null) return arrangement;
  const moved = active.rect.current.translated;
  const isBehind = moved !== null && moved.top > over.rect.top + over.rect.height / 2;
  return crossed(arrangement, String(active.id), String(over.id), isBehind);
}

/** The order after the drop. */
export function landing(arrangement: Arrangement, { active, over }: DragEndEvent): Arrangement {
  return over === null ? arrangement : dropped(arrangement, String(active.id), String(over.id));
}

/** What a screen reader says during a drag. The builder announces where the part was put. */
export const dragAnnouncements = (parts: KeyedParts, arrangement: Arrangement): Announcements => ({
  onDragStart: ({ active }) => `Picked up ${partName(parts, String(active.id))}`,
  onDragOver: ({ active, over }) =>
    over === null
      ? undefined
      : placeText(parts, dropped(arrangement, String(active.id), String(over.id)), String(active.id)),
  onDragEnd: () => undefined,
  onDragCancel: ({ active }) => `${partName(parts, String(active.id))} was not moved`,
});
