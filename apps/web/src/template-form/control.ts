import type { FieldState } from '@portal/domain/template/evaluate';
import { isRows, type FieldValue } from '@portal/domain/template/value';
import type { ReactNode } from 'react';

/** Props of the control for each field type. */
export interface ControlProps {
  /** Id of the labeled element; the help text has `${id}-help`. */
  readonly id: string;
  /** The accessible name if it says more than the label, such as "Level, row 2". */
  readonly name?: string;
  readonly state: FieldState;
  readonly hasError: boolean;
  /** Error, help text and length below the control; null for none. */
  readonly help: ReactNode;
  /** Edit or Reset button of a field that follows another one; otherwise null. */
  readonly action: ReactNode;
  readonly onValue: (value: FieldValue) => void;
}

/** The text of a value; "" if it is not text. */
export const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');

/** The chosen options of a value. */
export const itemsOf = (value: FieldValue | undefined): readonly string[] => {
  if (value === undefined || typeof value === 'boolean' || isRows(value)) return [];
  return typeof value === 'string' ? [value] : value;
};
