import type { TemplateColumn } from '@portal/domain/template/content';
import type { FieldState } from '@portal/domain/template/evaluate';
import { acceptValue } from '@portal/domain/template/option-value';
import { dateProblem, fieldOfColumn } from '@portal/domain/template/rows';
import { valueText, type CellValue } from '@portal/domain/template/value';

/** The state of a cell, for the controls of fields. */
export function cellState(column: TemplateColumn, given: CellValue | undefined): FieldState {
  const field = fieldOfColumn(column);
  const { options } = field;
  const { value, dropped } = acceptValue(field, options, given);
  const text = valueText(value, field.type);
  return {
    field,
    isVisible: true,
    options,
    value,
    given,
    effective: value,
    text,
    dropped,
    isFollowing: false,
    isDisabled: false,
    problem: dateProblem(field, text),
  };
}
