export { listRules, type StoredRule } from './billing-rules.ts';
export { type ReportHeader, reportHeaderOf } from './location-header.ts';
export { contentOf } from './parsed-content.ts';
export { countTemplateUse, markTemplateVersionUsed } from './template-use.ts';
export { findTemplateVersion, parseAutoPopulate, type TemplateVersion } from './template-version.ts';
