import { CONTENT_VERSION, templateContent } from '@portal/domain/template/content';
import { acceptValue, notAnOption, offeredValues } from '@portal/domain/template/option-value';
import { RESERVED_IDS } from '@portal/domain/template/sources';
import type { FieldValue } from '@portal/domain/template/value';
import { conditionProblems, editedCondition } from '../conditions/condition-input.ts';
import { columnProblems } from './column-values.ts';
import { fieldShape, RULE_KINDS, type FieldInput, type RuleInput, type RuleKind } from './field-shape.ts';
import { fieldOf, typedAmount } from './field-values.ts';

type AddIssue = (path: (string | number)[], message: string) => void;

function checkRule(kind: RuleKind, one: RuleInput, at: number, addIssue: AddIssue): void {
  for (const [path, message] of conditionProblems(editedCondition(one)))
    addIssue([kind, at, ...(one.when === null ? [path] : ['when'])], message);
  if (kind === 'optionRules' && one.options.trim() === '')
    addIssue([kind, at, 'options'], 'Enter at least one option');
  if (kind === 'defaultValueRules' && one.text.trim() === '')
    addIssue([kind, at, 'text'], 'Enter the default value');
  if (kind === 'dynamicTextRules' && one.text.trim() === '') addIssue([kind, at, 'text'], 'Enter the text');
  if (kind === 'validationRules' && one.text.trim() === '')
    addIssue([kind, at, 'text'], 'Enter the message to show');
}

/** Refuses defaults and results of default rules that are not one of the options. Texts with placeholders cannot be checked. */
function checkDefaults(values: FieldInput, addIssue: AddIssue): void {
  const field = fieldOf(values);
  const offered = offeredValues(field);
  if (offered === null) return;
  const problemOf = (value: FieldValue | undefined) =>
    acceptValue(field, offered, value)
      .dropped.map((text) => notAnOption(text, offered))
      .join(' ');
  const ofDefault = problemOf(field.defaultValue);
  if (ofDefault !== '')
    addIssue([values.type === 'checkbox' && offered.length > 0 ? 'defaultChosen' : 'defaultText'], ofDefault);
  field.defaultValueRules.forEach(({ defaultValue }, at) => {
    const problem = problemOf(defaultValue);
    if (problem !== '') addIssue(['defaultValueRules', at, 'text'], problem);
  });
}

/** The dialog input that shows a schema error of a field property, where the names differ. */
const SHOWN_AT: Readonly<Record<string, string>> = { defaultValue: 'defaultText', dose: 'doseAmounts' };

/** The same for a rule: its other texts are shown in the input for text. */
const RULE_SHOWN_AT: Readonly<Record<string, string>> = {
  sourceFieldId: 'sourceFieldId',
  value: 'value',
  options: 'options',
};

/** Form schema of the field dialog. `takenIds` are the ids of the template's other fields. */
export const fieldForm = (takenIds: readonly string[]) =>
  fieldShape.superRefine((values, context) => {
    const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path, message });
    if (takenIds.includes(values.id)) addIssue(['id'], 'Another field in this template has this ID');
    if ((values.type === 'select' || values.type === 'radio') && values.options.trim() === '')
      addIssue(['options'], `Please add at least one option for ${values.type} fields`);
    if (
      (values.dependencyType === 'copy' || values.dependencyType === 'dynamic_default') &&
      !values.dependsOn
    )
      addIssue(['dependsOn'], 'Choose the field it depends on');
    const wrong = values.doseAmounts.find(({ text }) => text.trim() !== '' && typedAmount(text) === null);
    if (values.dosePer !== '' && wrong !== undefined)
      addIssue(['doseAmounts'], `Enter the amount of “${wrong.option}” with its unit, such as 40 mg`);
    if (values.dependencyType === 'calculated' && values.formula.trim() === '')
      addIssue(['formula'], 'Enter the formula');
    if (values.type === 'rows') {
      if (RESERVED_IDS.has(values.id)) addIssue(['id'], `Rows cannot have the ID “${values.id}”`);
      for (const { path, message } of columnProblems(values)) addIssue([...path], message);
    }
    for (const kind of RULE_KINDS) values[kind].forEach((one, at) => checkRule(kind, one, at, addIssue));
    if (context.issues.length > 0) return;
    const checked = templateContent.safeParse({
      version: CONTENT_VERSION,
      sections: [{ id: 'section', title: '', fields: [fieldOf(values)] }],
    });
    checkDefaults(values, addIssue);
    for (const issue of checked.error?.issues ?? []) {
      const [property = 'label', at, part] = issue.path.slice(4).map(String);
      const rule = RULE_KINDS.find((kind) => kind === property);
      if (property === 'columns' && at !== undefined)
        addIssue(['columns', Number(at), part === 'id' ? 'columnId' : (part ?? 'label')], issue.message);
      else if (rule === undefined) addIssue([SHOWN_AT[property] ?? property], issue.message);
      else addIssue([rule, Number(at), RULE_SHOWN_AT[part ?? ''] ?? 'text'], issue.message);
    }
  });
