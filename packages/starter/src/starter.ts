import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportRow } from '@portal/contract/billing-codes';
import {
  TEMPLATE_FILE_FORMAT,
  TEMPLATE_FILE_VERSION,
  templateFile,
  type TemplateFile,
} from '@portal/contract/template-file';
import { DIAGNOSIS_CODES } from './diagnosis-codes.ts';
import { PROCEDURE_CODES } from './procedure-codes.ts';

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

/** The files with a template each, in the order of the list; a practice can import each of them. */
const TEMPLATES = [
  'lumbar-transforaminal-epidural',
  'lumbar-interlaminar-epidural',
  'cervical-interlaminar-epidural',
  'medial-branch-block',
  'radiofrequency-ablation-of-medial-branches',
  'sacroiliac-joint-injection',
  'sacral-lateral-branch-block',
  'sacral-lateral-branch-ablation',
  'large-joint-injection',
  'genicular-nerve-block',
  'genicular-nerve-ablation',
  'trigger-point-injections',
  'greater-occipital-nerve-block',
  'spinal-cord-stimulator-trial',
  'office-visit-follow-up',
  'telephone-visit',
  'preprocedure-call',
];

/** The procedure templates with their categories, rules and test cases, as one file to import. */
export function starterFile(): TemplateFile {
  const files = TEMPLATES.map((name) => {
    const text = readFileSync(join(import.meta.dirname, 'templates', `${name}.json`), 'utf8');
    return templateFile.parse(JSON.parse(text));
  });
  const categories = new Map(files.flatMap((file) => file.categories).map((each) => [each.name, each]));
  return {
    format: TEMPLATE_FILE_FORMAT,
    version: TEMPLATE_FILE_VERSION,
    categories: [...categories.values()],
    templates: files.flatMap(({ templates }) => templates),
    headers: [],
  };
}
