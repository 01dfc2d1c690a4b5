import type { FieldState } from '@portal/domain/template/evaluate';
import type { FieldValue } from '@portal/domain/template/value';
import type { ReactNode } from 'react';

/** What the control of each type is given. */
export interface ControlProps {
  /** Of the element that the label belongs to; the help has `${id}-help`. */
  readonly id: string;
  readonly state: FieldState;
  readonly hasError: boolean;
  /** Error, help and length below the control; null for none. */
  readonly help: ReactNode;
  /** Edit or Reset of a field that follows another one; null for others. */
  readonly action: ReactNode;
  readonly onValue: (value: FieldValue) => void;
}

/** The text of a value, "" for what is none. */
export const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');

/** The items of a value of several. */
export const itemsOf = (value: FieldValue | undefined): readonly string[] => {
  if (value === undefined || typeof value === 'boolean') return [];
  return typeof value === 'string' ? [value] : value;
};
