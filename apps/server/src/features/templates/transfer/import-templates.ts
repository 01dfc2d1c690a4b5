import { createHash } from 'node:crypto';
import {
  type ImportedTemplate,
  parseTemplateFile,
  type TemplateFile,
  templateImportPreview,
  type TemplateImportReport,
} from '@portal/contract/template-file';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { createCategory } from '../headers/category-service.ts';
import { listCategories } from '../headers/category-repo.ts';
import { importHeaders } from './import-headers.ts';
import { claimImport, lockCodesByName } from './import-repo.ts';
import { importTemplate, nameKey, type ImportTarget } from './import-template.ts';
import { listAllWithContent } from '../template-repo.ts';

/** What the user confirmed about an import. */
interface Confirmed {
  /** The basis of the preview that the user has seen. */
  readonly basis?: string;
  /** Why test cases may fail. */
  readonly reason?: string | undefined;
}

/**
 * Imports a file in one transaction. Templates, rules and test cases are matched by name and condition, and written as if a user
 * saved them. What the file does not have is kept. Throws VALIDATION, STALE if the result differs from the preview,
 * CONFIRMATION_REQUIRED if test cases fail and there is no reason, CONFLICT while another import runs.
 */
export async function importTemplates(
  context: SignedInContext,
  file: TemplateFile,
  { basis, reason }: Confirmed = {},
): Promise<TemplateImportReport> {
  return inTransaction(context, async (tx) => {
    const report = await importFile(context, tx, file);
    if (basis !== undefined && basis !== report.basis)
      throw new AppError('STALE', {
        message: 'Templates or codes were changed since this file was checked. Check it again.',
      });
    refuseMissingCodes(report);
    const failing = problemsOf(report, 'failingCases');
    const lost = problemsOf(report, 'lostReferences');
    if (failing.length + lost.length > 0 && reason === undefined) throw confirmationRequired(failing, lost);
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: null,
      newValues: {
        imported: report.templates.map(({ name, outcome }) => ({ name, outcome })),
        headers: report.headers,
        ...(failing.length > 0 && { failingCases: failing, reason }),
        ...(lost.length > 0 && { lostReferences: lost, reason }),
      },
    });
    return report;
  });
}

/** Gets what an import would do. Runs it and rolls it back, so that the preview cannot differ from the import. */
export const previewImport = operation(templateImportPreview, async (context, { body }) => {
  const file = parseFile(body.text);
  try {
    return await inTransaction(context, async (tx) => {
      throw new RolledBack(await importFile(context, tx, file));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.report;
    throw error;
  }
});

class RolledBack extends Error {
  readonly report: TemplateImportReport;
  constructor(report: TemplateImportReport) {
    super('This import was a preview');
    this.report = report;
  }
}

/** Parses the text of a file. Throws VALIDATION. */
export function parseFile(text: string): TemplateFile {
  const parsed = parseTemplateFile(text);
  if ('problem' in parsed) throw fieldError('text', parsed.problem);
  return parsed.file;
}

async function importFile(
  context: SignedInContext,
  tx: Tx,
  file: TemplateFile,
): Promise<TemplateImportReport> {
  if (!(await claimImport(tx.db))) throw conflict('Another import is running. Try again in a moment.');
  const { codes, missingCodes } = await findCodes(tx, file);
  const { categoryIds, categories } = await importCategories(context, tx, file);
  const existing = new Map((await listAllWithContent(tx.db)).map((row) => [nameKey(row.name), row]));
  const target: ImportTarget = { codes, categoryIds, existing, versions: [] };
  const templates: ImportedTemplate[] = [];
  for (const template of file.templates) templates.push(await importTemplate(context, tx, target, template));
  const headers = await importHeaders(context, tx, file.headers);
  const report = {
    categories,
    templates:
      missingCodes.length === 0
        ? templates
        : templates.map((each) => ({ ...each, failingCases: [], brokenReferences: [], lostReferences: [] })),
    headers: headers.map(({ office, outcome }) => ({ office, outcome })),
    missingCodes,
  };
  return { ...report, basis: basisOf([file, report, target.versions, headers]) };
}

/** Changes when the file, the result, or a matched record changes. */
const basisOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const codeKey = ({ codeType, code }: TemplateImportReport['missingCodes'][number]) => `${codeType} ${code}`;

async function findCodes(tx: Tx, { templates }: TemplateFile) {
  const named = templates.flatMap(({ rules }) => rules.flatMap(({ billingCodes }) => billingCodes));
  const unique = new Map(
    named.map(({ codeType, code }) => [codeKey({ codeType, code }), { codeType, code }]),
  );
  const found = await lockCodesByName(tx.db, [...unique.values()]);
  const codes = new Map(found.map((each) => [codeKey(each), each.id]));
  const missingCodes = [...unique].flatMap(([key, code]) => (codes.has(key) ? [] : [code]));
  return { codes, missingCodes };
}

/** Adds the categories that do not exist. Existing ones are unchanged: their order and icon belong to this practice. */
async function importCategories(context: SignedInContext, tx: Tx, file: TemplateFile) {
  const categoryIds = new Map((await listCategories(tx.db)).map(({ id, name }) => [nameKey(name), id]));
  const categories: TemplateImportReport['categories'] = [];
  for (const category of file.categories) {
    const exists = categoryIds.has(nameKey(category.name));
    if (!exists) {
      const fields = { ...category, reportHeading: category.reportHeading ?? null };
      categoryIds.set(nameKey(category.name), (await createCategory(context, fields)).id);
    }
    categories.push({ name: category.name, outcome: exists ? 'unchanged' : 'create' });
  }
  return { categoryIds, categories };
}

function refuseMissingCodes({ missingCodes }: TemplateImportReport): void {
  if (missingCodes.length === 0) return;
  const names = missingCodes.map(({ codeType, code }) => `${CODE_TYPE_LABELS[codeType]} ${code}`);
  throw fieldError(
    'text',
    `Rules in the file name billing codes that this practice does not have: ${names.join(', ')}. Add them, then import the file again.`,
  );
}

const problemsOf = (
  { templates }: TemplateImportReport,
  kind: 'failingCases' | 'lostReferences',
): readonly string[] =>
  templates.flatMap((template) => template[kind].map((text) => `${template.name}: ${text}`));

function confirmationRequired(failing: readonly string[], lost: readonly string[]): AppError {
  const found = [
    ...(failing.length === 0
      ? []
      : [failing.length === 1 ? '1 test case fails' : `${failing.length} test cases fail`]),
    ...(lost.length === 0
      ? []
      : [lost.length === 1 ? '1 reference points to nothing' : `${lost.length} references point to nothing`]),
  ].join(' and ');
  const message = `${found} after this import. Correct the file, or give a reason to import it anyway.`;
  return new AppError('CONFIRMATION_REQUIRED', {
    message,
    errors: {
      reason: [message],
      ...(failing.length > 0 && { cases: [...failing] }),
      ...(lost.length > 0 && { references: [...lost] }),
    },
  });
}
