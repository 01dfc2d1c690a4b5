import type { ImportRow } from '@portal/contract/billing-codes';
import {
  TEMPLATE_FILE_FORMAT,
  TEMPLATE_FILE_VERSION,
  templateFile,
  type TemplateFile,
} from '@portal/contract/template-file';
import { isIcd10 } from '@portal/domain/billing-code';
import { DIAGNOSIS_CODES } from './diagnosis-codes.ts';
import { PROCEDURE_CODES } from './procedure-codes.ts';
import { starterCases } from './templates/cases.ts';
import type { StarterTemplate } from './templates/parts.ts';
import { STARTER_CATEGORIES, STARTER_TEMPLATES, starterContent } from './templates/templates.ts';

/** The billing codes of an interventional pain practice, as rows of an import. */
export const STARTER_CODES: readonly ImportRow[] = [
  ...Object.entries(PROCEDURE_CODES).flatMap(([category, codes]) =>
    Object.entries(codes).map(([code, description]) => ({ codeType: 'CPT', code, description, category })),
  ),
  ...DIAGNOSIS_CODES.map(({ code, description, category }) => ({
    codeType: 'ICD10',
    code,
    description,
    category,
  })),
];

/** The templates with their categories, rules and test cases, as a file to import. */
export const starterFile = (): TemplateFile =>
  templateFile.parse({
    format: TEMPLATE_FILE_FORMAT,
    version: TEMPLATE_FILE_VERSION,
    categories: STARTER_CATEGORIES,
    templates: STARTER_TEMPLATES.map((template) => fileTemplate(template)),
    headers: [],
  });

const fileTemplate = (template: StarterTemplate) => ({
  name: template.name,
  procedureType: template.procedureType,
  shortDescription: template.shortDescription,
  quickAccessOrder: template.quickAccessOrder,
  isActive: true,
  category: template.category,
  content: starterContent(template),
  autoPopulate: template.autoPopulate ?? {},
  rules: template.rules.map(({ on, codes }, index) => ({
    when: on === undefined ? null : { fieldId: on[0], value: on[1] },
    priority: (index + 1) * 10,
    billingCodes: codes.map(
      ({ code, modifiers = '', isDefault = false, doseFieldId = null, count = null }) => ({
        codeType: isIcd10(code) ? 'ICD10' : 'CPT',
        code,
        modifiers,
        isDefault,
        doseFieldId,
        count,
      }),
    ),
  })),
  cases: starterCases(template.name),
});
