import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import type { ImportCounts, ImportedTemplate, TemplateImportReport } from '@portal/contract/template-file';

type Outcome = TemplateImportReport['headers'][number]['outcome'];

/** What happens to a record: before the import, and after it. */
export const OUTCOME_LABELS: Readonly<Record<Outcome, { readonly before: string; readonly after: string }>> =
  {
    create: { before: 'Add', after: 'Added' },
    change: { before: 'Change', after: 'Changed' },
    unchanged: { before: 'No change', after: 'Unchanged' },
    noOffice: { before: 'Skip', after: 'Skipped' },
  };

/** "Rules: 2 added, 1 changed, 3 unchanged, 1 not in the file", or an empty text without any. */
function countsText(label: string, { created, changed, unchanged, kept }: ImportCounts): string {
  const parts = [
    [created, 'new'],
    [changed, 'changed'],
    [unchanged, 'the same'],
    [kept, 'not in the file (kept)'],
  ] as const;
  const text = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ');
  return text === '' ? '' : `${label}: ${text}`;
}

/** The details of a template, one line each. */
export const templateDetails = ({ rules, cases, isNewVersion, changes }: ImportedTemplate): string[] =>
  [
    isNewVersion ? 'New version; existing dictations keep the previous one' : '',
    ...changes.map(({ field, before, after }) => `${field}: ${before || 'none'} → ${after || 'none'}`),
    countsText('Rules', rules),
    countsText('Test cases', cases),
  ].filter((text) => text !== '');

/** "CPT 64483, ICD-10 M54.16". */
export const codesText = (codes: TemplateImportReport['missingCodes']): string =>
  codes.map(({ codeType, code }) => `${CODE_TYPE_LABELS[codeType]} ${code}`).join(', ');

/** Number of records that are added or changed. */
export const changeCount = ({ categories, templates, headers }: TemplateImportReport): number =>
  [...categories, ...templates, ...headers].filter(
    ({ outcome }) => outcome === 'create' || outcome === 'change',
  ).length;

/** "11 templates added, 2 report headers changed", or that nothing is different. */
export function summaryText(report: TemplateImportReport, isDone: boolean): string {
  const kinds = [
    ['template', 'templates', report.templates],
    ['category', 'categories', report.categories],
    ['report header', 'report headers', report.headers],
  ] as const;
  const parts = kinds.flatMap(([one, many, records]) =>
    (['create', 'change'] as const).flatMap((wanted) => {
      const count = records.filter(({ outcome }) => outcome === wanted).length;
      const done = wanted === 'create' ? 'added' : 'changed';
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many} ${done}`];
    }),
  );
  if (parts.length === 0) return 'Everything in the file is already in this practice.';
  const text = parts.join(', ');
  return isDone ? `Imported: ${text}.` : `Result of the import: ${text}. Nothing is deleted.`;
}
