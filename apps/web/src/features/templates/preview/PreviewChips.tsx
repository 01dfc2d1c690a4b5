import type { Template } from '@portal/contract/templates';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';

/** Chips for category, procedure type, quick access and status. */
export function PreviewChips({ template }: { readonly template: Template }) {
  const { categoryName, procedureType, quickAccessOrder, isActive } = template;
  return (
    <>
      <StatusChip label={categoryName ?? 'Uncategorized'} color="primary" />
      <StatusChip label={procedureType} color="info" />
      {quickAccessOrder === null ? null : (
        <StatusChip label={`Quick access ${quickAccessOrder}`} color="secondary" />
      )}
      <ActiveChip active={isActive} />
    </>
  );
}
