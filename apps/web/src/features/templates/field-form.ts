import { CONTENT_VERSION, templateContent } from '@portal/domain/template/content';
import { fieldShape, RULE_KINDS, type RuleInput, type RuleKind } from './field-shape.ts';
import { fieldOf } from './field-values.ts';

type Complain = (path: (string | number)[], message: string) => void;

function checkRule(kind: RuleKind, one: RuleInput, at: number, complain: Complain): void {
  if (one.operator !== 'default') {
    if (one.sourceFieldId === '') complain([kind, at, 'sourceFieldId'], 'Choose the field to look at');
    if (one.operator === 'in' && one.values.length === 0)
      complain([kind, at, 'values'], 'Enter at least one value');
    if (one.operator !== 'in' && one.value.trim() === '')
      complain([kind, at, 'value'], 'Enter the value to compare with');
  }
  if (kind === 'optionRules' && one.options.trim() === '')
    complain([kind, at, 'options'], 'Enter at least one option');
  if (kind === 'defaultValueRules' && one.text.trim() === '')
    complain([kind, at, 'text'], 'Enter the default value');
  if (kind === 'dynamicTextRules' && one.text.trim() === '') complain([kind, at, 'text'], 'Enter the text');
  if (kind === 'validationRules' && one.text.trim() === '')
    complain([kind, at, 'text'], 'Enter the message to show');
}

/** Where the dialog shows what the schema of the content says of a field's property. */
const SHOWN_AT: Readonly<Record<string, string>> = { defaultValue: 'defaultText' };

/** The field dialog's rules with their messages. `takenIds` are those of the template's other fields. */
export const fieldForm = (takenIds: readonly string[]) =>
  fieldShape.superRefine((values, context) => {
    const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message });
    if (takenIds.includes(values.id)) complain(['id'], 'Another field of this template has this ID');
    if ((values.type === 'select' || values.type === 'radio') && values.options.trim() === '')
      complain(['options'], `Please add at least one option for ${values.type} fields`);
    if (
      (values.dependencyType === 'copy' || values.dependencyType === 'dynamic_default') &&
      !values.dependsOn
    )
      complain(['dependsOn'], 'Choose the field it depends on');
    for (const kind of RULE_KINDS) values[kind].forEach((one, at) => checkRule(kind, one, at, complain));
    if (context.issues.length > 0) return;
    const checked = templateContent.safeParse({
      version: CONTENT_VERSION,
      sections: [{ id: 'section', title: '', fields: [fieldOf(values)] }],
    });
    for (const issue of checked.error?.issues ?? []) {
      const property = String(issue.path[4] ?? 'label');
      complain([SHOWN_AT[property] ?? property], issue.message);
    }
  });
