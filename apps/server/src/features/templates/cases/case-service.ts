import type { ActivityEvent } from '@portal/domain/activity-event';
import {
  MAX_CASES,
  templateCaseCreate,
  templateCaseDelete,
  templateCaseList,
  type TemplateCaseRow,
  templateCaseUpdate,
} from '@portal/contract/template-cases';
import { answerProblems } from '@portal/domain/template/cases';
import type { TemplateContent } from '@portal/domain/template/content';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import {
  deleteCase,
  findCase,
  insertCase,
  listCases,
  updateCase,
  type CaseFields,
  type StoredCase,
} from './case-repo.ts';
import { caseAuditFields, presentCase } from './case-view.ts';
import { contentOf } from '../parsed-content.ts';
import { findTemplate, lockTemplate, type TemplateWithContentRow } from '../template-repo.ts';

interface CaseIds {
  readonly id: string;
  readonly caseId: string;
}

/** Gets the test cases of a template, oldest first. Throws NOT_FOUND. */
export const getCases = operation(templateCaseList, async ({ deps }, { params: { id: templateId } }) => {
  requireTemplate(await findTemplate(deps.db, templateId));
  return (await listCases(deps.db, templateId)).map((row) => presentCase(row));
});

/** Adds a test case. Throws NOT_FOUND, CONFLICT for a taken name or too many cases, VALIDATION for answers that do not fit. */
export const createCase = operation(templateCaseCreate, async (context, { params, body: fields }) => {
  const { id: templateId } = params;
  return inTransaction(context, async (tx) => {
    const template = requireTemplate(await lockTemplate(tx.db, templateId));
    if ((await listCases(tx.db, templateId)).length >= MAX_CASES) throw tooManyCases();
    checkAnswers(contentOf(template.content), fields);
    const created = await addCase(context, tx, templateId, fields);
    announce(tx, created.id, 'template_case.created', `A test case for ${template.name} was added`);
    return created;
  });
});

/** Adds a test case to a locked template. Throws CONFLICT for a taken name. */
export async function addCase(
  context: SignedInContext,
  tx: Tx,
  id: string,
  fields: CaseFields,
): Promise<TemplateCaseRow> {
  const caseId = await withUniqueName(() => insertCase(tx.db, id, fields, changeOf(context)));
  const created = await requireCase(tx, { id, caseId });
  tx.audit({
    action: 'Created',
    entityType: 'TemplateCase',
    entityId: caseId,
    newValues: caseAuditFields(created),
  });
  return created;
}

/** Updates a test case. Throws NOT_FOUND, STALE, CONFLICT, VALIDATION. */
export const changeCase = operation(templateCaseUpdate, async (context, { params: ids, body }) => {
  const { version, ...sent } = body;
  return inTransaction(context, async (tx) => {
    const template = requireTemplate(await lockTemplate(tx.db, ids.id));
    const current = await requireCase(tx, ids);
    checkVersion(context, version, current);
    const fields = withChange(current, sent);
    checkAnswers(contentOf(template.content), fields);
    const changed = await rewriteCase(context, tx, current, fields);
    announce(tx, ids.caseId, 'template_case.updated', `A test case for ${template.name} was changed`);
    return changed;
  });
});

/** Writes a change of a test case of a locked template. Throws CONFLICT. */
export async function rewriteCase(
  context: SignedInContext,
  tx: Tx,
  current: TemplateCaseRow,
  fields: CaseFields,
): Promise<TemplateCaseRow> {
  await withUniqueName(() => updateCase(tx.db, current.id, fields, changeOf(context)));
  const changed = await requireCase(tx, { id: current.templateId, caseId: current.id });
  tx.audit({
    action: 'Updated',
    entityType: 'TemplateCase',
    entityId: current.id,
    ...changedValues(caseAuditFields(current), caseAuditFields(changed)),
  });
  return changed;
}

/** The error for more test cases than a template can have. */
export const tooManyCases = () => conflict(`A template can have at most ${MAX_CASES} test cases`);

/** Deletes a test case. Throws NOT_FOUND. */
export const removeCase = operation(templateCaseDelete, async (context, { params: ids }) => {
  return inTransaction(context, async (tx) => {
    const template = requireTemplate(await lockTemplate(tx.db, ids.id));
    const current = await requireCase(tx, ids);
    await deleteCase(tx.db, ids.caseId);
    tx.audit({
      action: 'Deleted',
      entityType: 'TemplateCase',
      entityId: ids.caseId,
      oldValues: caseAuditFields(current),
    });
    announce(tx, ids.caseId, 'template_case.deleted', `A test case for ${template.name} was deleted`);
    return { message: `Test case "${current.name}" was deleted.` };
  });
});

const changeOf = ({ user, now }: SignedInContext) => ({ by: user.id, now });

function requireTemplate(row: TemplateWithContentRow | undefined): TemplateWithContentRow {
  if (row === undefined) throw notFound('This template does not exist.');
  return row;
}

async function requireCase(tx: Tx, { id, caseId }: CaseIds): Promise<TemplateCaseRow> {
  const row: StoredCase | undefined = await findCase(tx.db, id, caseId);
  if (row === undefined) throw notFound('This test case does not exist.');
  return presentCase(row);
}

/** Throws VALIDATION for unknown fields, values of the wrong type, and options that are not offered. */
function checkAnswers(content: TemplateContent, { answers }: CaseFields): void {
  const problems = answerProblems(content, answers);
  const [first] = problems;
  if (first === undefined) return;
  throw new AppError('VALIDATION', {
    message: `The test case was not saved. ${first.message}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`,
    errors: Object.fromEntries(problems.map(({ fieldId, message }) => [`answers.${fieldId}`, [message]])),
  });
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'template_cases_name_key') throw error;
    throw conflict('A test case with this name already exists', 'name');
  }
}

function announce(tx: Tx, id: string, event: ActivityEvent, description: string): void {
  tx.activity({
    event,
    description,
    icon: 'Description',
    color: 'info',
    entityType: 'TemplateCase',
    entityId: id,
    requiredPermission: 'Dictation.ManageTemplates',
  });
}
