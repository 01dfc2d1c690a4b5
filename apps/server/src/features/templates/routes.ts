import * as rules from '@portal/contract/billing-code-rules';
import * as headers from '@portal/contract/location-headers';
import * as files from '@portal/contract/template-file';
import * as categories from '@portal/contract/template-categories';
import * as templates from '@portal/contract/templates';
import { operation } from '#http/operation.ts';
import { getHeaders, saveHeader } from './headers/header-service.ts';
import { createTemplate, toggleTemplate } from './template-service.ts';
import { getCategories, createCategory } from './headers/category-service.ts';
import { importTemplates, parseFile } from './transfer/import-templates.ts';
import { getRules } from './rules/rule-service.ts';

export * from './cases/case-service.ts';
export * from './headers/category-service.ts';
export * from './change-template.ts';
export * from './dictation-template-service.ts';
export * from './transfer/export-templates.ts';
export * from './transfer/import-templates.ts';
export * from './rules/rule-service.ts';
export * from './rules/suggestion-settings.ts';
export * from './template-service.ts';

export const templateCreate = operation(templates.templateCreate, (context, { body }) =>
  createTemplate(context, body),
);
export const templateToggle = operation(templates.templateToggle, (context, { params }) =>
  toggleTemplate(context, params.id),
);
export const categoryList = operation(categories.categoryList, (context) => getCategories(context));
export const dictationCategories = operation(categories.dictationCategories, (context) =>
  getCategories(context),
);
export const categoryCreate = operation(categories.categoryCreate, (context, { body }) =>
  createCategory(context, body),
);
export const locationHeaderList = operation(headers.locationHeaderList, (context) => getHeaders(context));
export const locationHeaderSave = operation(headers.locationHeaderSave, (context, { body }) =>
  saveHeader(context, body),
);
export const templateImport = operation(
  files.templateImport,
  async (context, { body: { text, ...confirmed } }) => importTemplates(context, parseFile(text), confirmed),
);
export const billingCodeRuleList = operation(rules.billingCodeRuleList, (context, { params }) =>
  getRules(context, params.templateId),
);
export const dictationTemplateRules = operation(rules.dictationTemplateRules, (context, { params }) =>
  getRules(context, params.id),
);
