import type { Summary } from '#backup/manifest.ts';

/** What a backup contains, for the operator. */
export function describeContents({ rows, documents }: Pick<Summary, 'rows' | 'documents'>): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en-US');
  return `patients: ${count('patients')}, users: ${count('users')}, dictations: ${count('dictations')}, document files: ${documents.toLocaleString('en-US')}, audit entries: ${count('audit_log')}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size such as 1.2 GB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

let reported = '';

/** Shows progress on a terminal. */
export function reportBytes(bytes: number): void {
  if (!process.stderr.isTTY) return;
  const text = formatBytes(bytes);
  if (text !== reported) process.stderr.write(`\r${text}\u001b[K\r`);
  reported = text;
}
