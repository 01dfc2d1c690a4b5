export { getReportHeader } from './header-service.ts';
export type { ReportHeader } from './header-view.ts';
export { importTemplates } from './import-templates.ts';
export { contentOf } from './parsed-content.ts';
export { sanitizeHeaderHtml } from './sanitize-html.ts';
export { listRules } from './rule-repo.ts';
export { listTemplateKinds } from './template-kinds-repo.ts';
export {
  countTemplateUse,
  findTemplateVersion,
  markTemplateVersionUsed,
  type TemplateVersion,
} from './version-repo.ts';
