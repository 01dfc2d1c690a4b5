import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, IconButton } from '@mui/material';
import type { TemplateColumn } from '@portal/domain/template/content';
import type { FieldState } from '@portal/domain/template/evaluate';
import { acceptValue } from '@portal/domain/template/option-value';
import { cellOf, dateProblem, fieldOfColumn } from '@portal/domain/template/rows';
import {
  isEmptyRow,
  isRows,
  valueText,
  type CellValue,
  type FieldValue,
  type Row,
} from '@portal/domain/template/value';
import { memo } from 'react';
import type { ControlProps } from '../control.ts';
import { calmNotes, errorText, needsAttention } from '../field-text.ts';
import { CheckboxControl } from '../CheckboxControl.tsx';
import { DateControl } from '../DateControl.tsx';
import { RadioControl } from '../RadioControl.tsx';
import { SelectControl } from '../SelectControl.tsx';
import { TextControl } from '../TextControl.tsx';
import { ATTENTION_ATTRIBUTE, CELL_ATTRIBUTE } from '../walk.ts';

/** What can be done with a row; `at` counts from 0. */
export interface RowActions {
  readonly setCell: (at: number, columnId: string, cell: CellValue) => void;
  readonly duplicate: (at: number) => void;
  readonly remove: (at: number) => void;
}

interface RowLineProps {
  readonly id: string;
  readonly fieldLabel: string;
  readonly columns: readonly TemplateColumn[];
  readonly row: Row;
  readonly at: number;
  readonly showsMissing: boolean;
  readonly canAdd: boolean;
  readonly actions: RowActions;
}

/** A row with a control in each cell. It re-renders only when it changes, to keep typing fast in long tables. */
export const RowLine = memo(function RowLine({ id, fieldLabel, columns, row, at, ...more }: RowLineProps) {
  const { showsMissing, canAdd, actions } = more;
  const isEmpty = isEmptyRow(row);
  const place = `row ${at + 1} of ${fieldLabel}`;
  return (
    <Box component="tr">
      <Box component="th" scope="row" className="rows-number" sx={{ lineHeight: '40px' }}>
        <span className="rows-only-cards">Row </span>
        {at + 1}
      </Box>
      {columns.map((column) => (
        <Box
          key={column.id}
          component="td"

          className={isWide(column) ? 'rows-whole' : ''}
          {...{ [CELL_ATTRIBUTE]: column.id }}
          {...(!isEmpty &&
            needsAttention(cellState(column, cellOf(row, column))) && { [ATTENTION_ATTRIBUTE]: '' })}
        >
          <Cell
            id={`${id}-${column.id}`}
            column={column}
            cell={cellOf(row, column)}
            at={at}
            showsMissing={showsMissing && !isEmpty}
            onValue={actions.setCell}
          />
        </Box>
      ))}
      <Box component="td" className="rows-buttons" sx={{ whiteSpace: 'nowrap' }}>
        {/* Tab goes from cell to cell; the keys are below the table. */}
        <IconButton
          size="small"
          tabIndex={-1}
          disabled={!canAdd}
          aria-label={`Duplicate ${place}`}
          aria-keyshortcuts="Control+D"
          onClick={() => actions.duplicate(at)}
        >
          <ContentCopyIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          tabIndex={-1}
          aria-label={`Remove ${place}`}
          aria-keyshortcuts="Control+Delete"
          onClick={() => actions.remove(at)}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
});

const isWide = ({ type, options = [] }: TemplateColumn): boolean =>
  type === 'textarea' || type === 'radio' || (type === 'checkbox' && options.length > 0);

interface CellProps {
  readonly id: string;
  readonly column: TemplateColumn;
  readonly cell: CellValue | undefined;
  readonly at: number;
  readonly showsMissing: boolean;
  readonly onValue: RowActions['setCell'];
}

function Cell({ id, column, cell, at, showsMissing, onValue }: CellProps) {
  const state = cellState(column, cell);
  const error = errorText(state, { showsMissing });
  const calm = calmNotes(state);
  const props: ControlProps = {
    id,
    name: `${column.label}, row ${at + 1}`,
    state,
    hasError: error !== null,
    help: error === null ? calm : <div>{error}</div>,
    action: null,
    onValue: (value: FieldValue) => {
      if (!isRows(value)) onValue(at, column.id, value);
    },
  };
  switch (column.type) {
    case 'select':
      return <SelectControl {...props} />;
    case 'radio':
      return <RadioControl {...props} />;
    case 'checkbox':
      return (
        <div className={state.options.length === 0 ? 'rows-one-box' : ''}>
          <CheckboxControl {...props} />
        </div>
      );
    case 'date':
      return <DateControl {...props} calmHelp={calm} />;
    default:
      return <TextControl {...props} />;
  }
}

/** The state of a cell, for the controls of fields. */
function cellState(column: TemplateColumn, given: CellValue | undefined): FieldState {
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
