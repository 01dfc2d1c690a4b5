import { auditActionColor } from '@portal/domain/audit-log';
import { StatusChip } from '#ui/StatusChip.tsx';

/** What was done, in its colour. */
export function ActionChip({ action }: { readonly action: string }) {
  return <StatusChip label={action} color={auditActionColor(action)} />;
}
