import type { FileTemplate } from '@portal/contract/template-file';
import { starterFile } from '@portal/starter/starter';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import {
  ANY_VALUE,
  suggestCodes,
  TEMPLATE_DEFAULT_FIELD,
  type BillingRule,
} from '@portal/domain/template/billing';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { FieldValues } from '@portal/domain/template/value';

/** Required evaluations per second and core for each template. */
const BUDGET = 5_000;
const BATCH = 200;
/** Values for most fields of the templates. */
const ENTERED: FieldValues = {
  diagnosis: 'Lumbar radiculopathy',
  conservative_care: ['Physical therapy', 'NSAIDs'],
  pain_before: '7',
  consent: true,
  time_out: true,
  side: 'Left',
  level: ['L4-L5', 'S1'],
  additional_level: 'Yes',
  sedation: 'Moderate IV',
  sedation_minutes: '30',
};

/**
 * Measures how often one core evaluates each demo template per second with all its rules, from the entered values to
 * the suggested codes with their reasons. The editor does this at every keystroke, the server at every evaluation.
 * Returns a Markdown table, slowest first.
 */
export function reportEvaluations(seconds: number): string {
  const rows = starterFile()
    .templates.filter(({ rules }) => rules.length > 0)
    .map((template) => ({ template, rate: rateOf(template, seconds) }))
    .toSorted((a, b) => a.rate - b.rate)
    .map(({ template, rate }) => {
      const fields = template.content.sections.reduce((sum, section) => sum + section.fields.length, 0);
      const mark = rate < BUDGET ? ' (!)' : '';
      return `| ${template.name} | ${fields} | ${template.rules.length} | ${Math.round(rate).toLocaleString('en-US')}${mark} |`;
    });
  return [
    '| template, rules evaluated | fields | rules | evaluations/s per core |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

/** Measured in CPU time, so that other processes do not matter. */
function rateOf(template: FileTemplate, seconds: number): number {
  const rules = rulesOf(template);
  const run = () => {
    for (let index = 0; index < BATCH; index += 1)
      suggestCodes(rules, evaluateTemplate(template.content, { entered: ENTERED }), 'standard');
  };
  for (let warmUp = 0; warmUp < 10; warmUp += 1) run();
  const before = process.cpuUsage();
  let [count, used] = [0, 0];
  while (used < seconds) {
    run();
    count += BATCH;
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1e6;
  }
  return count / used;
}

const rulesOf = (template: FileTemplate): BillingRule[] =>
  template.rules.map(({ when, priority, billingCodes }, index) => ({
    id: String(index),
    fieldId: when?.fieldId ?? TEMPLATE_DEFAULT_FIELD,
    fieldValue: when?.value ?? ANY_VALUE,
    priority,
    isTemplateDefault: when === null,
    billingCodes: billingCodes.map((code, displayOrder) => ({
      ...code,
      ...defaultCodeTraits(code.codeType, code.code, false),
      billingCodeId: code.code,
      description: '',
      displayOrder,
    })),
  }));
