import {
  type FileRule,
  type FileTemplate,
  TEMPLATE_FILE_FORMAT,
  TEMPLATE_FILE_VERSION,
  templateExport,
  type TemplateFile,
} from '@portal/contract/template-file';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { fileTimestamp } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { listCases } from '../cases/case-repo.ts';
import { presentCase } from '../cases/case-view.ts';
import { listCategories } from '../headers/category-repo.ts';
import { getHeaders } from '../headers/header-service.ts';
import { listOfficeNames } from './import-repo.ts';
import { contentOf, parseAutoPopulate } from '../parsed-content.ts';
import { listRules } from '../rules/rule-repo.ts';
import { listAllWithContent, type TemplateWithContentRow } from '../template-repo.ts';

/** Exports all templates with categories, rules and test cases, and the report headers that the caller may see. */
export const exportTemplates = operation(templateExport, async (context) => {
  const { deps, now } = context;
  const file = await readFile(context);
  await recordRead(context, {
    action: 'Exported',
    entityType: 'Template',
    entityId: null,
    newValues: { templates: file.templates.length, headers: file.headers.length },
  });
  return {
    content: new TextEncoder().encode(JSON.stringify(file)),
    fileName: `templates_${fileTimestamp(now, deps.config.practice.timeZone)}.json`,
  };
});

async function readFile(context: SignedInContext): Promise<TemplateFile> {
  const { db } = context.deps;
  const templates: FileTemplate[] = [];
  for (const row of await listAllWithContent(db)) templates.push(await fileTemplate(db, row));
  const offices = new Map(
    (await listOfficeNames(db, { includeSuperAdminOnly: true })).map(({ id, name }) => [id, name]),
  );
  return {
    format: TEMPLATE_FILE_FORMAT,
    version: TEMPLATE_FILE_VERSION,
    categories: (await listCategories(db)).map(({ name, displayOrder, icon, reportHeading }) => ({
      name,
      displayOrder,
      icon,
      ...(reportHeading !== null && { reportHeading }),
    })),
    templates,
    headers: (await getHeaders(context)).flatMap(({ locationId, headerHTML, footerHTML }) => {
      const office = offices.get(locationId);
      return office === undefined ? [] : [{ office, headerHTML, footerHTML }];
    }),
  };
}

async function fileTemplate(db: Db, row: TemplateWithContentRow): Promise<FileTemplate> {
  const rules = await listRules(db, { templateId: row.id });
  const cases = await listCases(db, row.id);
  return {
    name: row.name,
    procedureType: row.procedure_type,
    shortDescription: row.short_description,
    ...(row.report_title !== null && { reportTitle: row.report_title }),
    ...(row.needs_co_signature && { needsCoSignature: true as const }),
    quickAccessOrder: row.quick_access_order,
    isActive: row.is_active,
    category: row.category_name,
    content: contentOf(row.content),
    autoPopulate: parseAutoPopulate(row.auto_populate),
    rules: rules.map((rule) => fileRule(rule)),
    cases: cases.map((each) => {
      const { name, answers, billingOption, expected } = presentCase(each);
      return { name, answers, billingOption, expected };
    }),
  };
}

const fileRule = ({
  fieldId,
  fieldValue,
  isTemplateDefault,
  when,
  priority,
  billingCodes,
}: BillingCodeRule): FileRule => ({
  when: isTemplateDefault ? null : { fieldId, value: fieldValue },
  ...(when !== null && { conditions: when }),
  priority,
  billingCodes: billingCodes.map(({ codeType, code, modifiers, isDefault, doseFieldId, count }) => ({
    codeType,
    code,
    modifiers,
    isDefault,
    doseFieldId,
    count,
  })),
});
