import * as rules from '@portal/contract/billing-code-rules';
import * as headers from '@portal/contract/location-headers';
import * as files from '@portal/contract/template-file';
import * as checks from '@portal/contract/signing-checks';
import * as cases from '@portal/contract/template-cases';
import * as categories from '@portal/contract/template-categories';
import * as templates from '@portal/contract/templates';
import type { Binder } from '#http/bind.ts';
import { changeCase, createCase, getCases, removeCase } from './case-service.ts';
import { changeTemplate, checkReferences } from './change-template.ts';
import { changeCategory, createCategory, getCategories, removeCategory } from './category-service.ts';
import {
  getDictationTemplates,
  getDictationTemplate,
  savePreferences,
  toggleDefault,
} from './dictation-template-service.ts';
import { exportTemplates } from './export-templates.ts';
import { getHeaders, saveHeader } from './header-service.ts';
import { importTemplates, parseFile, previewImport } from './import-templates.ts';
import {
  changeRule,
  createRule,
  evaluateRules,
  getEndedCodes,
  getRules,
  removeRule,
} from './rule-service.ts';
import { changeSuggestionSettings, getSuggestionSettings } from './suggestion-settings.ts';
import {
  createTemplate,
  getTemplate,
  getTemplates,
  removeTemplate,
  toggleTemplate,
} from './template-service.ts';

/** Binds the endpoints of template administration and of templates for dictation. */
export function bindTemplates(binder: Binder): void {
  binder.bind(checks.suggestionSettingsGet, (_input, context) => getSuggestionSettings(context));
  binder.bind(checks.suggestionSettingsSave, ({ body }, context) => changeSuggestionSettings(context, body));
  binder.bind(templates.templateList, ({ query }, context) => getTemplates(context, query));
  binder.bind(templates.templateGet, ({ params }, context) => getTemplate(context, params.id));
  binder.bind(templates.templateCreate, ({ body }, context) => createTemplate(context, body));
  binder.bind(templates.templateUpdate, ({ params, body }, context) =>
    changeTemplate(context, params.id, body),
  );
  binder.bind(templates.templateReferences, ({ params, body }, context) =>
    checkReferences(context, params.id, body),
  );
  binder.bind(templates.templateToggle, ({ params }, context) => toggleTemplate(context, params.id));
  binder.bind(templates.templateDelete, ({ params }, context) => removeTemplate(context, params.id));
  binder.bind(templates.dictationTemplates, (_input, context) => getDictationTemplates(context));
  binder.bind(templates.dictationTemplateGet, ({ params, query }, context) =>
    getDictationTemplate(context, params.id, query),
  );
  binder.bind(templates.templatePreferencesSave, ({ params, body }, context) =>
    savePreferences(context, params.id, body),
  );
  binder.bind(templates.templateDefaultToggle, ({ params }, context) => toggleDefault(context, params.id));

  binder.bind(cases.templateCaseList, ({ params }, context) => getCases(context, params.id));
  binder.bind(cases.templateCaseCreate, ({ params, body }, context) => createCase(context, params.id, body));
  binder.bind(cases.templateCaseUpdate, ({ params, body }, context) => changeCase(context, params, body));
  binder.bind(cases.templateCaseDelete, ({ params }, context) => removeCase(context, params));

  binder.bind(categories.categoryList, (_input, context) => getCategories(context));
  binder.bind(categories.dictationCategories, (_input, context) => getCategories(context));
  binder.bind(categories.categoryCreate, ({ body }, context) => createCategory(context, body));
  binder.bind(categories.categoryUpdate, ({ params, body }, context) =>
    changeCategory(context, params.id, body),
  );
  binder.bind(categories.categoryDelete, ({ params }, context) => removeCategory(context, params.id));

  binder.bind(headers.locationHeaderList, (_input, context) => getHeaders(context));
  binder.bind(headers.locationHeaderSave, ({ body }, context) => saveHeader(context, body));

  binder.bind(files.templateExport, (_input, context) => exportTemplates(context));
  binder.bind(files.templateImportPreview, async ({ body }, context) =>
    previewImport(context, parseFile(body.text)),
  );
  binder.bind(files.templateImport, async ({ body: { text, ...confirmed } }, context) =>
    importTemplates(context, parseFile(text), confirmed),
  );

  binder.bind(rules.billingCodeRuleList, ({ params }, context) => getRules(context, params.templateId));
  binder.bind(rules.endedRuleCodes, (_input, context) => getEndedCodes(context));
  binder.bind(rules.dictationTemplateRules, ({ params }, context) => getRules(context, params.id));
  binder.bind(rules.billingCodeRuleCreate, ({ body }, context) => createRule(context, body));
  binder.bind(rules.billingCodeRuleUpdate, ({ params, body }, context) =>
    changeRule(context, params.id, body),
  );
  binder.bind(rules.billingCodeRuleDelete, ({ params }, context) => removeRule(context, params.id));
  binder.bind(rules.billingCodeRuleEvaluate, ({ body }, context) => evaluateRules(context, body));
}
