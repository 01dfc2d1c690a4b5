import type { TemplateField } from '@portal/domain/template/content';
import { SOURCES } from '@portal/domain/template/sources';
import { DYNAMIC_TEXT_PLACEHOLDERS } from '@portal/domain/template/text-template';
import { useMemo } from 'react';
import type { Path } from 'react-hook-form';
import type { FieldFormState, FieldInput } from './field-shape.ts';
import { InsertText, type InsertGroup } from './InsertText.tsx';

interface PlaceholderTextProps {
  readonly control: FieldFormState['control'];
  readonly name: Path<FieldInput>;
  readonly label: string;
  readonly helperText?: string;
  readonly required?: boolean;
  /** The fields available as placeholders. */
  readonly fields: readonly TemplateField[];
}

/** A text input with a menu that inserts placeholders and conditions at the cursor. */
export function PlaceholderText({ fields, ...props }: PlaceholderTextProps) {
  const groups = useMemo(() => placeholderGroups(fields), [fields]);
  return <InsertText {...props} action="Insert placeholder" groups={groups} />;
}

const isCommon = (fieldId: string): boolean =>
  DYNAMIC_TEXT_PLACEHOLDERS.some((offered) => offered === fieldId);

/** What can stand in a text: conditions, fields, rows, values from the record, and how they are written. */
export function placeholderGroups(fields: readonly TemplateField[]): readonly InsertGroup[] {
  const choice = fields.find(({ options }) => options.length > 0);
  const [id, option] = [choice?.id ?? 'side', choice?.options[0] ?? 'Left'];
  const list = fields.find(
    ({ type, options }) => type === 'rows' || (type === 'checkbox' && options.length > 0),
  );
  return [
    {
      title: 'Conditions',
      items: [
        { text: `{{#if ${id}}}…{{else}}…{{/if}}`, hint: 'If it has a value' },
        { text: `{{#if ${id} == "${option}"}}…{{else}}…{{/if}}`, hint: 'If it has this value' },
        { text: `{{#unless ${id} == "${option}"}}…{{/unless}}`, hint: 'If it has not' },
        { text: `{{#if count(${list?.id ?? 'levels'}) >= 3}}…{{/if}}`, hint: 'If there are so many' },
      ],
    },
    {
      title: 'Common placeholders',
      items: DYNAMIC_TEXT_PLACEHOLDERS.map((each) => ({ text: `{{${each}}}` })),
    },
    {
      title: 'Fields in this template',
      items: fields
        .filter((field) => !isCommon(field.id))
        .map((field) => ({ text: `{{${field.id}}}`, hint: field.label })),
    },
    {
      title: 'For each row',
      items: fields.flatMap(({ id: rows, label, type, columns = [] }) =>
        type === 'rows'
          ? [
              {
                text: `{{#each ${rows}}}{{row.number}}. ${columns.map((column) => `{{row.${column.id}}}`).join(', ')}\n{{/each}}`,
                hint: label,
              },
              ...columns.map((column) => ({
                text: `{{${rows}.${column.id} | list}}`,
                hint: `All of ${label}: ${column.label}`,
              })),
            ]
          : [],
      ),
    },
    {
      title: 'From the record',
      items: Object.entries(SOURCES).map(([name, { label }]) => ({ text: `{{${name}}}`, hint: label })),
    },
    {
      title: 'How it is written',
      items: [
        { text: `{{${id} | lower}}`, hint: 'In small letters' },
        { text: `{{${id} | upper}}`, hint: 'In capital letters' },
        { text: `{{${id} | sentence}}`, hint: 'The first letter as a capital' },
        { text: `{{${list?.id ?? 'levels'} | list}}`, hint: 'A, B, and C' },
        { text: `{{${id} | number}}`, hint: '1,000' },
      ],
    },
  ];
}
