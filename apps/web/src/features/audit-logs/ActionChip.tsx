import { auditActionColor, auditActionLabel } from '@portal/domain/audit-log';
import { StatusChip } from '#ui/StatusChip.tsx';

/** The action of an entry as a colored chip. */
export function ActionChip({ action }: { readonly action: string }) {
  return <StatusChip label={auditActionLabel(action)} color={auditActionColor(action)} />;
}
