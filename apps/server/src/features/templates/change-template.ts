import { templateReferences, templateUpdate } from '@portal/contract/templates';
import { lostReferences, type BrokenReference } from '@portal/domain/template/broken-references';
import { fieldsOf, parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';
import { offeredValues } from '@portal/domain/template/option-value';
import { carryAlong, likelyRenames, NO_RENAMES, type Renames } from '@portal/domain/template/renames';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { failingCases, failingMessage, type FailingCase } from './publish-check.ts';
import { lockRulesForChange } from './rules/rule-repo.ts';
import { loadParts, writeCarried } from './transfer/template-parts.ts';
import { findTemplate, lockTemplate } from './template-repo.ts';
import { saveTemplate } from './template-service.ts';
import { presentTemplate } from './template-view.ts';
import { filterAutoPopulate, validateContent } from './validate-content.ts';

/**
 * Updates a template. A used template gets a new content version. Rules, test cases and providers' defaults follow `renames` in the same
 * transaction. Throws NOT_FOUND, STALE, CONFLICT, VALIDATION, and CONFIRMATION_REQUIRED if changed content fails test cases and there
 * is no reason, or if references would point to nothing and this is not confirmed.
 */
export const changeTemplate = operation(
  templateUpdate,
  async (
    context,
    {
      params: { id },
      body: {
        version,
        autoPopulateFields,
        reason,
        renames = NO_RENAMES,
        ignoreLostReferences = false,
        ...sent
      },
    },
  ) => {
    return inTransaction(context, async (tx) => {
      const row = await lockTemplate(tx.db, id);
      if (row === undefined) throw notFound();
      const current = presentTemplate(row);
      checkVersion(context, version, current);
      const body = withChange(current, sent);
      const { content } = parseTemplateContent(body.templateContent);
      await lockRulesForChange(tx.db, id);
      const before = await loadParts(tx.db, row);
      checkRenames(renames, content);
      const after = carryAlong({ ...before, content }, renames);
      const templateContent = JSON.stringify(after.content);
      const stored = validateContent({
        templateContent,
        autoPopulateFields: autoPopulateFields ?? filterAutoPopulate(after.autoPopulate, after.content),
      });
      if (row.content === stored.content) return saveTemplate(context, tx, row, { ...body, stored });

      const lost = lostReferences(before, after, withLikely(renames, before.content, content));
      const failing = await failingCases(after);
      requireConfirmation(before.content, renames, {
        lost: ignoreLostReferences ? [] : lost,
        failing: reason === undefined ? failing : [],
        caseCount: after.cases.length,
      });
      await writeCarried(context, tx, id, before, after);
      return saveTemplate(context, tx, row, {
        ...body,
        stored,
        confirmed: {
          ...(failing.length > 0 && { failingCases: failing.map(({ name }) => name), reason }),
          ...(lost.length > 0 && { lostReferences: lost.map(({ message }) => message) }),
        },
      });
    });
  },
);

/** Lists what content would break in a template, by the field or option that it no longer has. Throws NOT_FOUND, VALIDATION. */
export const checkReferences = operation(templateReferences, async ({ deps }, { params: { id }, body }) => {
  const { templateContent, renames = NO_RENAMES } = body;
  const row = await findTemplate(deps.db, id);
  if (row === undefined) throw notFound();
  const { content } = parseTemplateContent(templateContent);
  checkRenames(renames, content);
  const before = await loadParts(deps.db, row);
  const after = carryAlong({ ...before, content }, renames);
  const lost = lostReferences(before, after, withLikely(renames, before.content, content));
  const groups = Map.groupBy(lost, (reference) =>
    JSON.stringify(targetOf(before.content, renames, reference)),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const messages = group.map(({ message }) => message);
    return [{ ...(targetOf(before.content, renames, first) ?? NO_TARGET), messages }];
  });
});

const NO_TARGET = { fieldId: null, option: null };

/** The given renames, and what else appears to have been renamed. */
function withLikely(renames: Renames, before: TemplateContent, after: TemplateContent): Renames {
  const likely = likelyRenames(before, after);
  return {
    fields: { ...likely.fields, ...renames.fields },
    options: { ...likely.options, ...renames.options },
  };
}

/** Throws VALIDATION if something was renamed to what the new content does not have. */
function checkRenames({ fields, options }: Renames, content: TemplateContent): void {
  const byId = new Map(fieldsOf(content).map((field) => [field.id, field]));
  const errors: Record<string, string[]> = {};
  for (const [from, to] of Object.entries(fields))
    if (!byId.has(to)) errors[`renames.fields.${from}`] = [`The template has no field "${to}"`];
  for (const [fieldId, renamed] of Object.entries(options)) {
    const field = byId.get(fields[fieldId] ?? fieldId);
    for (const [from, to] of Object.entries(renamed))
      if (field === undefined || offeredValues(field)?.includes(to) !== true)
        errors[`renames.options.${fieldId}.${from}`] = [
          `"${field?.label ?? fieldId}" does not offer "${to}"`,
        ];
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors });
}

interface Open {
  readonly lost: readonly BrokenReference[];
  readonly failing: readonly FailingCase[];
  readonly caseCount: number;
}

/** Throws CONFIRMATION_REQUIRED with one error per lost reference, at the place of the request where a rename can be given. */
function requireConfirmation(
  before: TemplateContent,
  renames: Renames,
  { lost, failing, caseCount }: Open,
): void {
  if (lost.length === 0 && failing.length === 0) return;
  const errors: Record<string, string[]> = {};
  for (const reference of lost) (errors[placeOf(before, renames, reference)] ??= []).push(reference.message);
  const messages = [
    ...(lost.length === 0
      ? []
      : [
          `${listed(lost.map(({ message }) => message))} Carry this along with "renames", correct it, or confirm that it is left.`,
        ]),
    ...(failing.length === 0 ? [] : [failingMessage(failing.length, caseCount)]),
  ];
  throw new AppError('CONFIRMATION_REQUIRED', {
    message: messages.join(' '),
    errors: {
      ...errors,
      ...(failing.length > 0 && {
        reason: [failingMessage(failing.length, caseCount)],
        cases: failing.map(({ text }) => text),
      }),
    },
  });
}

/** Messages named in the summary of an error. */
const MAX_LISTED = 5;

const listed = (messages: readonly string[]): string => {
  const rest = messages.length - MAX_LISTED;
  return [...messages.slice(0, MAX_LISTED), ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
};

/** Where a rename would carry the reference along; "references" if none can. */
function placeOf(before: TemplateContent, renames: Renames, reference: BrokenReference): string {
  const target = targetOf(before, renames, reference);
  if (target === null) return 'references';
  const { fieldId, option } = target;
  return option === null ? `renames.fields.${fieldId}` : `renames.options.${fieldId}.${option}`;
}

/** The field or option that a rename would carry the reference along to; null if none can. */
function targetOf(
  before: TemplateContent,
  { fields }: Renames,
  { holder, use, fieldId, value }: BrokenReference,
): { readonly fieldId: string; readonly option: string | null } | null {
  if (holder === 'portal' || use === 'copy') return null;
  const oldId = Object.keys(fields).find((id) => fields[id] === fieldId) ?? fieldId;
  const field = fieldsOf(before).find(({ id }) => id === oldId);
  if (field === undefined) return null;
  if (value === null) return { fieldId: oldId, option: null };
  const option = offeredValues(field)?.find(
    (each) => each.trim().toLowerCase() === value.trim().toLowerCase(),
  );
  return option === undefined ? null : { fieldId: oldId, option };
}
