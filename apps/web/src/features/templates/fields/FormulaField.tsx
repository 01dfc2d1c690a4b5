import { Typography } from '@mui/material';
import { CONTENT_VERSION, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { SOURCES } from '@portal/domain/template/sources';
import type { FieldValues } from '@portal/domain/template/value';
import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { FROM_THE_RECORD, operandChoices } from '../conditions/operand-choices.ts';
import type { FieldFormState } from './field-shape.ts';
import { fieldOf } from './field-values.ts';
import { InsertText, type InsertGroup } from './InsertText.tsx';

interface FormulaFieldProps {
  readonly form: FieldFormState;
  /** The other fields of the template. */
  readonly fields: readonly TemplateField[];
  /** What is entered under "Try it out". */
  readonly answers: FieldValues;
}

/** The formula of a calculated field, and its result for what is entered under "Try it out". */
export function FormulaField({ form: { control }, fields, answers }: FormulaFieldProps) {
  const groups = useMemo(() => formulaGroups(fields), [fields]);
  const [formula, id] = useDeferredValue(useWatch({ control, name: ['formula', 'id'] }));
  const values = useWatch({ control, compute: (all) => all });
  const result = useMemo(() => {
    if (formula.trim() === '') return null;
    const draft = { ...fieldOf({ ...values, formula }), id: id === '' ? 'result' : id, visibilityRules: [] };
    const content = {
      version: CONTENT_VERSION,
      sections: [{ id: 'section', title: '', description: '', fields: [...fields, draft] }],
    } as const;
    const state = evaluateTemplate(
      {
        version: content.version,
        sections: content.sections.map((each) => ({ ...each, fields: [...each.fields] })),
      },
      { entered: answers },
    ).byId.get(draft.id);
    return state?.problem ?? resultText(state?.text ?? '');
  }, [formula, id, values, fields, answers]);
  return (
    <div>
      <InsertText
        control={control}
        name="formula"
        label="Formula"
        required
        action="Insert field or function"
        groups={groups}
        helperText="Numbers, fields, + - * / and parentheses, for example: sum(lesions.seconds) / 60"
      />
      {result === null ? null : (
        <Typography
          component="output"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'block', mt: 0.5 }}
        >
          {result}
        </Typography>
      )}
    </div>
  );
}

const resultText = (text: string): string =>
  text === ''
    ? 'No result for what is entered under Try it out: a field of the formula is empty.'
    : `Result for what is entered under Try it out: ${text}`;

const isNumber = (option: string): boolean => option.trim() !== '' && Number.isFinite(Number(option));

/** What a formula can contain. */
export function formulaGroups(fields: readonly TemplateField[]): readonly InsertGroup[] {
  const own = operandChoices(fields).filter(({ group }) => group !== FROM_THE_RECORD);
  // A column without options can have numbers; words cannot be added.
  const summed = own.filter(({ kind, options }) => kind === 'list' && options.every(isNumber));
  const counted = own.filter(({ kind }) => kind === 'list' || kind === 'rows');
  return [
    {
      title: 'Fields',
      items: [
        ...own
          .filter(({ kind, options }) => kind === 'text' || (kind === 'choice' && options.some(isNumber)))
          .map(({ id, label }) => ({ text: id, hint: label })),
        { text: 'patient.age', hint: SOURCES['patient.age'].label },
      ],
    },
    {
      title: 'Sums and counts',
      items: [
        ...summed.map(({ id, label }) => ({ text: `sum(${id})`, hint: `Sum of ${label}` })),
        ...counted.map(({ id, label }) => ({ text: `count(${id})`, hint: `How many of ${label}` })),
      ],
    },
    {
      title: 'Calculations',
      items: [
        { text: 'round(…, 1)', hint: 'Rounded to one digit' },
        { text: 'min(…, …)', hint: 'The smallest' },
        { text: 'max(…, …)', hint: 'The largest' },
        { text: 'days(…, …)', hint: 'Days from one date to another' },
        { text: 'mme(rows.drug, rows.mg_per_day)', hint: 'Morphine milligram equivalents per day' },
      ],
    },
  ];
}
