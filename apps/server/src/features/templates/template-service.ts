import type { ActivityEvent } from '@portal/domain/activity-event';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import {
  type Template,
  type templateCreate,
  templateDelete,
  templateGet,
  templateList,
  type TemplateRow,
} from '@portal/contract/templates';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { retainCategory } from './headers/category-repo.ts';
import { copyCases, copyRules } from './rules/copy-rules.ts';
import { contentOf } from './parsed-content.ts';
import { contentSummary, validateContent } from './validate-content.ts';
import { presentRow, presentTemplate } from './template-view.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  softDeleteTemplate,
  setActive,
  updateTemplate,
  wasUsed,
  type StoredContent,
  type TemplateWithContentRow,
} from './template-repo.ts';

/** Gets templates by category, quick access order and name. */
export const getTemplates = operation(templateList, async ({ deps }, { query: filter }) =>
  (await listTemplates(deps.db, filter)).map((row) => presentRow(row)),
);

/** Gets a template. Throws NOT_FOUND, also for a soft-deleted template. */
export const getTemplate = operation(templateGet, async ({ deps }, { params: { id } }) =>
  presentTemplate(required(await findTemplate(deps.db, id))),
);

/**
 * Adds a template, optionally with the billing code rules and test cases of another one. Throws VALIDATION for inconsistent content or an unknown
 * template to copy from, CONFLICT if the name is taken.
 */
export async function createTemplate(
  context: SignedInContext,
  { copyRulesFrom: from, ...body }: BodyOf<typeof templateCreate>,
  options: Parameters<typeof validateContent>[1] = {},
): Promise<AnswerOf<typeof templateCreate>> {
  const stored = validateContent(body, options);
  return inTransaction(context, async (tx) => {
    await requireCategory(tx, body.categoryId);
    const id = await withUniqueName(() => insertTemplate(tx.db, body, stored, changeOf(context)));
    const created = presentTemplate(required(await findTemplate(tx.db, id)));
    tx.audit({ action: 'Created', entityType: 'Template', entityId: id, newValues: auditFields(created) });
    announce(tx, id, 'template.created', `Template ${body.name} was added`);
    if (from === undefined) return created;
    const copiedRules = await copyRules(tx, { from, to: id, content: contentOf(stored.content) });
    const copiedCases = await copyCases(tx, { from, to: id }, changeOf(context));
    return { ...created, copiedRules, copiedCases };
  });
}

/** Writes a change of a locked template. A used template gets a new content version. Throws CONFLICT, VALIDATION. */
export async function saveTemplate(
  context: SignedInContext,
  tx: Tx,
  before: TemplateWithContentRow,
  { stored, confirmed, ...fields }: TemplateFields & SavedContent,
): Promise<Template> {
  const { id } = before;
  const current = presentTemplate(before);
  if (fields.categoryId !== current.categoryId) await requireCategory(tx, fields.categoryId);
  const isSame = before.content === stored.content && before.auto_populate === stored.autoPopulate;
  await withUniqueName(() =>
    updateTemplate(tx.db, before, fields, isSame ? undefined : stored, changeOf(context)),
  );
  const changed = presentTemplate(required(await findTemplate(tx.db, id)));
  tx.audit({
    action: 'Updated',
    entityType: 'Template',
    entityId: id,
    ...changedValues(auditFields(current), { ...auditFields(changed), ...confirmed }),
  });
  announce(tx, id, 'template.updated', `Template ${fields.name} was changed`);
  return changed;
}

type TemplateFields = Omit<BodyOf<typeof templateCreate>, 'templateContent' | 'autoPopulateFields'>;
interface SavedContent {
  readonly stored: StoredContent;
  /** For the audit log: test cases that fail with the content, with the reason why it is saved, and lost references. */
  readonly confirmed?: Readonly<Record<string, unknown>>;
}

/** Activates or deactivates a template. Throws NOT_FOUND, STALE with `If-Match`. */
export async function toggleTemplate(
  context: SignedInContext,
  id: string,
): Promise<{ message: string; template: TemplateRow }> {
  return inTransaction(context, async (tx) => {
    const before = required(await lockTemplate(tx.db, id));
    checkVersion(context, undefined, presentTemplate(before));
    const isActive = !before.is_active;
    await setActive(tx.db, id, isActive, changeOf(context));
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: id,
      ...changedValues({ isActive: before.is_active }, { isActive }),
    });
    const done = isActive ? 'activated' : 'deactivated';
    announce(tx, id, 'template.updated', `Template ${before.name} was ${done}`);
    return {
      message: `Template "${before.name}" ${done} successfully`,
      template: presentRow(required(await findTemplate(tx.db, id))),
    };
  });
}

/** Deletes a template. A used template is only soft-deleted, which the message says. Throws NOT_FOUND. */
export const removeTemplate = operation(templateDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const template = required(await lockTemplate(tx.db, id));
    const isUsed = await wasUsed(tx.db, id);
    if (isUsed) await softDeleteTemplate(tx.db, id, changeOf(context));
    else await deleteTemplate(tx.db, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'Template',
      entityId: id,
      oldValues: { ...auditFields(presentTemplate(template)), isKept: isUsed },
    });
    announce(tx, id, 'template.deleted', `Template ${template.name} was deleted`);
    return {
      message: isUsed ? keptMessage(template) : `Template "${template.name}" was deleted. It was never used.`,
    };
  });
});

function keptMessage({ name, usage_count: count }: TemplateWithContentRow): string {
  const uses =
    count === 0 ? 'is in use' : count === 1 ? 'was used for 1 dictation' : `was used for ${count} dictations`;
  return `Template "${name}" ${uses}, so it was removed from the lists but is kept for existing dictations.`;
}

const changeOf = ({ user, now }: SignedInContext) => ({ by: user.id, now });

function required<T>(row: T | undefined): T {
  if (row === undefined) throw notFound();
  return row;
}

/** Throws VALIDATION if the category does not exist, and locks it against deletion. */
async function requireCategory(tx: Tx, id: number | null): Promise<void> {
  if (id !== null && !(await retainCategory(tx.db, id)))
    throw fieldError('categoryId', 'This category does not exist');
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'templates_name_key') throw error;
    const message = 'A template with this name already exists';
    throw new AppError('CONFLICT', { message, errors: { name: [message] } });
  }
}

const auditFields = (template: Template) => ({
  name: template.name,
  procedureType: template.procedureType,
  shortDescription: template.shortDescription,
  reportTitle: template.reportTitle,
  needsCoSignature: template.needsCoSignature,
  categoryId: template.categoryId,
  quickAccessOrder: template.quickAccessOrder,
  isActive: template.isActive,
  contentVersion: template.contentVersion,
  ...contentSummary(template.templateContent),
  autoPopulateFields: template.autoPopulateFields,
});

function announce(tx: Tx, id: string, event: ActivityEvent, description: string): void {
  tx.activity({
    event,
    description,
    icon: 'Description',
    color: 'info',
    entityType: 'Template',
    entityId: id,
    requiredPermission: 'Dictation.View',
  });
}
