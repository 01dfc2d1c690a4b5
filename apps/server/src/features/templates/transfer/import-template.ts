import { isDeepStrictEqual } from 'node:util';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { MAX_CASES, type TemplateCaseRow } from '@portal/contract/template-cases';
import type { FileRule, FileTemplate, ImportCounts, ImportedTemplate } from '@portal/contract/template-file';
import { countText } from '@portal/domain/template/units';
import { ANY_VALUE, splitModifiers, TEMPLATE_DEFAULT_FIELD } from '@portal/domain/template/billing';
import { brokenReferences, lostReferences } from '@portal/domain/template/broken-references';
import { conditionWords } from '@portal/domain/template/condition-words';
import type { ConditionGroup, TemplateContent } from '@portal/domain/template/content';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { NO_RENAMES } from '@portal/domain/template/renames';
import type { Tx } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { listCases } from '../cases/case-repo.ts';
import { addCase, rewriteCase, tooManyCases } from '../cases/case-service.ts';
import { presentCase } from '../cases/case-view.ts';
import { contentOf, parseAutoPopulate } from '../parsed-content.ts';
import { failingCases } from '../publish-check.ts';
import { listRules, lockRules, type AssignedCode } from '../rules/rule-repo.ts';
import { addRule, rewriteRule } from '../rules/rule-service.ts';
import { createTemplate, saveTemplate, toggleTemplate } from '../template-service.ts';
import { loadParts, type StoredParts } from './template-parts.ts';
import { lockTemplate, type TemplateWithContentRow } from '../template-repo.ts';
import { validateContent } from '../validate-content.ts';
import { validateRuleCodes } from '../rules/validate-rule-codes.ts';

/** Names match regardless of case, like the unique indexes of the tables. */
export const nameKey = (name: string) => name.toLowerCase();

/** What the practice has. */
export interface ImportTarget {
  /** Ids by type and code. */
  readonly codes: ReadonlyMap<string, string>;
  /** Ids by `nameKey`. */
  readonly categoryIds: ReadonlyMap<string, number>;
  readonly existing: ReadonlyMap<string, TemplateWithContentRow>;
  /** Collects the versions of the matched records before the import. */
  readonly versions: (readonly [id: string, version: number])[];
}

/** Imports a template with its rules and test cases. Throws VALIDATION and CONFLICT that name the template. */
export async function importTemplate(
  context: SignedInContext,
  tx: Tx,
  target: ImportTarget,
  file: FileTemplate,
): Promise<ImportedTemplate> {
  try {
    const written = await writeTemplate(context, tx, target, file);
    const { id } = written;
    const content = contentOf(written.content);
    const rules = await importRules(context, tx, { id, content, target }, file.rules);
    const cases = await importCases(context, tx, { id, target }, file.cases);
    const isUnchanged = [rules.counts, cases].every(({ created, changed }) => created + changed === 0);
    const outcome = written.outcome === 'unchanged' && !isUnchanged ? 'change' : written.outcome;
    const after = await requireParts(tx, id);
    const failing = outcome === 'unchanged' ? [] : await failingCases(after);
    const lost = written.before === undefined ? [] : lostReferences(written.before, after, NO_RENAMES);
    return {
      name: file.name,
      outcome,
      isNewVersion: written.isNewVersion,
      changes: [...written.changes, ...rules.changes],
      rules: rules.counts,
      cases,
      failingCases: failing.map(({ text }) => text),
      brokenReferences: brokenReferences(after).map(({ message }) => message),
      lostReferences: lost.map(({ message }) => message),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !['VALIDATION', 'CONFLICT'].includes(error.code)) throw error;
    const [detail] = Object.values(error.details.errors ?? {}).flat();
    const message =
      detail === undefined || error.message.includes(detail) ? error.message : `${error.message} ${detail}`;
    throw new AppError(error.code, {
      message: `Template "${file.name}": ${message}`,
      errors: { text: [`Template "${file.name}": ${message}`] },
    });
  }
}

async function requireParts(tx: Tx, id: string): Promise<StoredParts> {
  const row = await lockTemplate(tx.db, id);
  if (row === undefined) throw new Error('An imported template is missing');
  return loadParts(tx.db, row);
}

interface Written {
  readonly id: string;
  /** What the practice had; undefined for a new template. */
  readonly before?: StoredParts;
  readonly content: string;
  readonly outcome: ImportedTemplate['outcome'];
  readonly isNewVersion: boolean;
  readonly changes: ImportedTemplate['changes'];
}

async function writeTemplate(
  context: SignedInContext,
  tx: Tx,
  { categoryIds, existing, versions }: ImportTarget,
  file: FileTemplate,
): Promise<Written> {
  const sent = {
    templateContent: JSON.stringify(file.content),
    autoPopulateFields: JSON.stringify(file.autoPopulate),
  };
  const fields = {
    name: file.name,
    procedureType: file.procedureType,
    shortDescription: file.shortDescription,
    reportTitle: file.reportTitle ?? null,
    needsCoSignature: file.needsCoSignature ?? false,
    quickAccessOrder: file.quickAccessOrder,
    categoryId: categoryOf(categoryIds, file.category),
  };
  const match = existing.get(nameKey(file.name));
  const before = match === undefined ? undefined : await lockTemplate(tx.db, match.id);
  if (before === undefined) {
    const { id, templateContent: content } = await createTemplate(
      context,
      { ...fields, ...sent },
      { isImport: true },
    );
    if (!file.isActive) await toggleTemplate(context, id);
    return { id, content, outcome: 'create', isNewVersion: false, changes: [] };
  }
  versions.push([before.id, before.version]);
  const parts = await loadParts(tx.db, before);
  const stored = validateContent(sent, { isImport: true });
  const isSame =
    stored.autoPopulate === before.auto_populate &&
    stored.content === JSON.stringify(contentOf(before.content)) &&
    isDeepStrictEqual(fields, {
      name: before.name,
      procedureType: before.procedure_type,
      shortDescription: before.short_description,
      reportTitle: before.report_title,
      needsCoSignature: before.needs_co_signature,
      quickAccessOrder: before.quick_access_order,
      categoryId: before.category_id,
    });
  if (isSame)
    return {
      id: before.id,
      before: parts,
      content: before.content,
      outcome: 'unchanged',
      isNewVersion: false,
      changes: [],
    };
  const { id, contentVersion } = await saveTemplate(context, tx, before, { ...fields, stored });
  return {
    id,
    before: parts,
    content: stored.content,
    outcome: 'change',
    isNewVersion: contentVersion > before.content_version,
    changes: changesOf(
      settingsOf({ ...before, category: match?.category_name ?? null, autoPopulate: before.auto_populate }),
      settingsOf({
        name: file.name,
        procedure_type: file.procedureType,
        short_description: file.shortDescription,
        report_title: file.reportTitle ?? null,
        needs_co_signature: file.needsCoSignature ?? false,
        quick_access_order: file.quickAccessOrder,
        category: file.category,
        autoPopulate: stored.autoPopulate,
      }),
    ),
  };
}

interface Settings {
  readonly name: string;
  readonly procedure_type: string;
  readonly short_description: string | null;
  readonly report_title: string | null;
  readonly needs_co_signature: boolean;
  readonly quick_access_order: number | null;
  readonly category: string | null;
  /** JSON. */
  readonly autoPopulate: string;
}

/** The settings of a template by their names on screen. */
const settingsOf = (template: Settings): Readonly<Record<string, string>> => ({
  Name: template.name,
  'Procedure type': template.procedure_type,
  'Short description': template.short_description ?? '',
  'Title in the report': template.report_title ?? '',
  'Needs co-signature': template.needs_co_signature ? 'Yes' : 'No',
  'Quick access order': String(template.quick_access_order ?? ''),
  Category: template.category ?? '',
  'Automatic values': Object.entries(parseAutoPopulate(template.autoPopulate))
    .map(([field, source]) => `${field} from ${source}`)
    .join(', '),
});

const changesOf = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ImportedTemplate['changes'] =>
  Object.entries(after).flatMap(([field, value]) =>
    before[field] === value ? [] : [{ field, before: before[field] ?? '', after: value }],
  );

/** A rule in one line: "priority 1, if Side is Left: 20610-RT, J3301 by steroid_dose, 77003 (only offered)". */
const ruleText = (
  { priority, billingCodes }: Pick<FileRule, 'priority' | 'billingCodes'>,
  when: ConditionGroup | null,
  fieldOf: ReturnType<typeof fieldFinder>,
): string =>
  `priority ${priority}${when === null ? '' : `, if ${conditionWords(when, (id) => operandLabel(id, fieldOf))}`}: ${billingCodes
    .map(({ code, modifiers, isDefault, doseFieldId, count }) =>
      [
        [code, ...splitModifiers(modifiers)].join('-'),
        ...(doseFieldId === null ? [] : [`by ${doseFieldId}`]),
        ...(count === null ? [] : [countText(count)]),
        ...(isDefault ? [] : ['(only offered)']),
      ].join(' '),
    )
    .join(', ')}`;

function categoryOf(ids: ReadonlyMap<string, number>, name: string | null): number | null {
  if (name === null) return null;
  const id = ids.get(nameKey(name));
  if (id !== undefined) return id;
  throw new AppError('VALIDATION', {
    message: `Its category "${name}" is neither in the file nor in this practice.`,
  });
}

interface Place {
  readonly id: string;
  readonly content: TemplateContent;
  readonly target: ImportTarget;
}

/** Takes the first record with a key out of those that are left. */
class Rest<T> {
  readonly #byKey: Map<string, T[]>;
  constructor(items: readonly T[], keyOf: (item: T) => string) {
    this.#byKey = Map.groupBy(items, keyOf);
  }
  take = (key: string): T | undefined => this.#byKey.get(key)?.shift();
  count = (): number => [...this.#byKey.values()].flat().length;
}

/** When a rule of a file applies, as the template has it. */
const conditionOf = ({ when, conditions = null }: Pick<FileRule, 'when' | 'conditions'>) => ({
  isTemplateDefault: when === null,
  fieldId: when?.fieldId ?? TEMPLATE_DEFAULT_FIELD,
  fieldValue: when?.value ?? ANY_VALUE,
  when: conditions,
});

const codesOf = ({ billingCodes }: Pick<FileRule | BillingCodeRule, 'billingCodes'>): string =>
  billingCodes
    .map(({ codeType, code }) => `${codeType} ${code}`)
    .toSorted()
    .join();

/**
 * The existing rule that each rule of a file changes; undefined for a new one. Rules match by field, value, and conditions, several with
 * the same ones in their order. One with other conditions matches if it also has the same codes.
 */
function pairRules(
  existing: readonly BillingCodeRule[],
  rules: readonly FileRule[],
): { readonly pairs: readonly (BillingCodeRule | undefined)[]; readonly kept: number } {
  const rest = [...existing];
  const take = (file: FileRule, isSame: (rule: BillingCodeRule) => boolean): BillingCodeRule | undefined => {
    const { fieldId, fieldValue } = conditionOf(file);
    const at = rest.findIndex(
      (rule) => rule.fieldId === fieldId && rule.fieldValue === fieldValue && isSame(rule),
    );
    return at === -1 ? undefined : rest.splice(at, 1)[0];
  };
  const exact = rules.map((rule) =>
    take(rule, (each) => isDeepStrictEqual(each.when, conditionOf(rule).when)),
  );
  const pairs = rules.map((rule, at) => exact[at] ?? take(rule, (each) => codesOf(each) === codesOf(rule)));
  return { pairs, kept: rest.length };
}

async function importRules(
  context: SignedInContext,
  tx: Tx,
  { id, content, target }: Place,
  rules: readonly FileRule[],
): Promise<{ readonly counts: ImportCounts; readonly changes: ImportedTemplate['changes'] }> {
  await lockRules(tx.db, id);
  const existing = await listRules(tx.db, { templateId: id });
  target.versions.push(...existing.map((rule) => [rule.id, rule.version] as const));
  const { pairs, kept } = pairRules(existing, rules);
  const counts = { created: 0, changed: 0, unchanged: 0 };
  const changes: ImportedTemplate['changes'] = [];
  for (const [at, rule] of rules.entries()) {
    const { priority, billingCodes } = rule;
    const condition = conditionOf(rule);
    const current = pairs[at];
    const assigned = billingCodes.flatMap(({ codeType, code, ...assignment }, displayOrder) => {
      const billingCodeId = target.codes.get(`${codeType} ${code}`);
      return billingCodeId === undefined ? [] : [{ ...assignment, billingCodeId, displayOrder }];
    });
    // Only a preview gets here with missing codes.
    const lacksCodes = assigned.length < billingCodes.length;
    const codes = lacksCodes
      ? undefined
      : await validateRuleCodes(tx.db, content, assigned, { isImport: true });
    if (current === undefined) {
      const added = { templateId: id, ...condition, priority };
      if (codes !== undefined) await addRule(tx, added, codes);
      counts.created += 1;
      continue;
    }
    if (
      codes !== undefined &&
      current.priority === priority &&
      isDeepStrictEqual(current.when, condition.when) &&
      isDeepStrictEqual(
        codes.map((code) => assignmentOf(code)),
        current.billingCodes.map((code) => assignmentOf(code)),
      )
    ) {
      counts.unchanged += 1;
      continue;
    }
    if (codes !== undefined)
      await rewriteRule(context, tx, current, {
        priority,
        codes,
        condition,
      });
    counts.changed += 1;
    const { when } = rule;
    const field = when === null ? 'Template default rule' : `Rule ${when.fieldId} is ${when.value}`;
    changes.push({
      field,
      before: ruleText(current, current.when, fieldFinder(content)),
      after: ruleText(rule, condition.when, fieldFinder(content)),
    });
  }
  return { counts: { ...counts, kept }, changes };
}

const assignmentOf = ({
  billingCodeId,
  modifiers,
  isDefault,
  doseFieldId,
  count,
}: Pick<AssignedCode, 'billingCodeId' | 'modifiers' | 'isDefault' | 'doseFieldId' | 'count'>) => ({
  billingCodeId,
  modifiers,
  isDefault,
  doseFieldId,
  count,
});

/** Test cases match by name. */
async function importCases(
  context: SignedInContext,
  tx: Tx,
  { id, target }: Omit<Place, 'content'>,
  cases: FileTemplate['cases'],
): Promise<ImportCounts> {
  const existing: TemplateCaseRow[] = (await listCases(tx.db, id)).map((row) => presentCase(row));
  target.versions.push(...existing.map((each) => [each.id, each.version] as const));
  const rest = new Rest(existing, ({ name }) => nameKey(name));
  const counts = { created: 0, changed: 0, unchanged: 0 };
  for (const each of cases) {
    const current = rest.take(nameKey(each.name));
    if (current === undefined) {
      await addCase(context, tx, id, each);
      counts.created += 1;
      continue;
    }
    const { name, answers, billingOption, expected } = current;
    if (isDeepStrictEqual(each, { name, answers, billingOption, expected })) counts.unchanged += 1;
    else {
      await rewriteCase(context, tx, current, each);
      counts.changed += 1;
    }
  }
  if (existing.length + counts.created > MAX_CASES) throw tooManyCases();
  return { ...counts, kept: rest.count() };
}
