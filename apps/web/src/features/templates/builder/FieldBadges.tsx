import { Chip, Stack } from '@mui/material';
import type { AutoPopulateSource } from '@portal/contract/templates';
import type { TemplateField } from '@portal/domain/template/content';
import { RULE_KINDS } from '../fields/field-shape.ts';
import { TYPE_LABELS } from '../fields/field-labels.ts';

const DEPENDENCIES = {
  copy: 'Copy',
  dynamic_text: 'Dynamic text',
  dynamic_default: 'Dynamic default',
  transform: 'Transform',
} as const;

interface FieldBadgesProps {
  readonly field: TemplateField;
  readonly source: AutoPopulateSource | undefined;
}

/** Badges for a field's type and special properties. */
export function FieldBadges({ field, source }: FieldBadgesProps) {
  const rules = RULE_KINDS.reduce((count, kind) => count + field[kind].length, 0);
  const words = [
    field.required && 'Required',
    field.isReadOnly && 'Read-only',
    !field.isVisible && 'Not visible',
    !field.includeInReport && 'Not in report',
    field.dependencyType !== undefined && DEPENDENCIES[field.dependencyType],
    source !== undefined && 'Auto-populated',
    rules > 0 && (rules === 1 ? '1 rule' : `${rules} rules`),
  ].filter((word) => word !== false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.25 }}>
      <Chip label={TYPE_LABELS[field.type]} color="primary" />
      {words.map((word) => (
        <Chip key={word} label={word} color={word === 'Required' ? 'secondary' : 'default'} />
      ))}
    </Stack>
  );
}
