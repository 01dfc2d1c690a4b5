import type { AuditEntry } from '#audit/audit-entry.ts';
import { workEntry, type Actor } from '#audit/work-entry.ts';
import type { ImportRow } from './import-repo.ts';

/** The entry for patients of the practice that were compared with a file and shown; none if there are none. */
export const comparedEntries = (actor: Actor, now: Date, patientIds: readonly string[]): AuditEntry[] =>
  patientIds.length === 0
    ? []
    : [
        workEntry(actor, now, {
          action: 'Accessed',
          entityType: 'Patient',
          entityId: null,
          newValues: { patientIds },
        }),
      ];

/** Describes an import in the audit log. */
export const importValues = (row: ImportRow) => ({
  fileName: row.file_name,
  state: row.state,
  imported: row.imported,
  ...(row.updated === 0 ? {} : { updated: row.updated }),
  failed: row.failed,
  duplicates: row.duplicates,
  skipped: row.skipped,
});
