import { formatBytes } from '#platform/sizes.ts';
import type { Summary } from '#backup/manifest.ts';

/** What a backup contains, for the operator. */
export function describeContents({ rows, documents }: Pick<Summary, 'rows' | 'documents'>): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en-US');
  return `patients: ${count('patients')}, users: ${count('users')}, dictations: ${count('dictations')}, document files: ${documents.toLocaleString('en-US')}, audit entries: ${count('audit_log')}`;
}

let reported = '';

/** Shows progress on a terminal. */
export function reportBytes(bytes: number): void {
  if (!process.stderr.isTTY) return;
  const text = formatBytes(bytes);
  if (text !== reported) process.stderr.write(`\r${text}\u001b[K\r`);
  reported = text;
}
