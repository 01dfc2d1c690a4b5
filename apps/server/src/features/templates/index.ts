export { getReportHeader } from './headers/header-service.ts';
export type { ReportHeader } from './headers/header-view.ts';
export { importTemplates } from './transfer/import-templates.ts';
export { contentOf } from './parsed-content.ts';
export { sanitizeHeaderHtml } from './headers/sanitize-html.ts';
export { listRules } from './rules/rule-repo.ts';
export { ruleBulkAction } from './rules/replace-codes.ts';
export { listTemplateKinds } from './template-kinds-repo.ts';
export {
  countTemplateUse,
  findTemplateVersion,
  markTemplateVersionUsed,
  type TemplateVersion,
} from './version-repo.ts';
