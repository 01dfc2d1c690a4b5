import type { TemplateColumn } from '@portal/domain/template/content';
import type { SxProps, Theme } from '@mui/material';

/** The room that the control of a column needs, in px. */
const ROOM: Readonly<Record<TemplateColumn['type'], number>> = {
  text: 96,
  textarea: 180,
  select: 116,
  radio: 150,
  checkbox: 72,
  date: 156,
};
/** The room that a column needs in a table, in px. */
export const roomOf = ({ type, options = [] }: TemplateColumn): number =>
  type === 'checkbox' && options.length > 0 ? ROOM.radio : ROOM[type];

/** The width from which these columns are a table instead of cards, with room for the row's number and buttons. */
export const tableWidth = (columns: readonly TemplateColumn[]): number =>
  columns.reduce((sum, column) => sum + roomOf(column), 120);

/**
 * The look of rows: a table if its container is at least `width` px wide, else a card for each row.
 */
export const rowsLayout = (width: number): SxProps<Theme> => ({
  containerType: 'inline-size',
  '& table': { width: '100%', borderSpacing: 0, borderCollapse: 'collapse' },
  '& th, & td': { p: 0.5, textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& th': { fontSize: '0.8125rem', fontWeight: 600, color: 'text.secondary' },
  [`@container (min-width: ${width}px)`]: {
    '& table': { tableLayout: 'fixed' },
    '& thead th': { verticalAlign: 'bottom' },
    '& tbody tr > *': { borderTop: 1, borderColor: 'divider' },
    '& .rows-only-cards': { display: 'none' },
    // The heads of the columns are the labels.
    '& td .MuiInputLabel-root, & td legend, & td .MuiFormLabel-root': { display: 'none' },
    '& td fieldset': { top: 0 },
    '& td .rows-one-box .MuiFormControlLabel-label': { display: 'none' },
  },
  [`@container (max-width: ${width - 0.02}px)`]: {
    '& table, & tbody': { display: 'block' },
    '& thead': { display: 'none' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 144px), 1fr))',
      gap: 1.25,
      alignItems: 'start',
      p: 1,
      mb: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    },
    '& th, & td': { display: 'block', p: 0, minWidth: 0 },
    '& .rows-only-table': { display: 'none' },
    '& .rows-whole': { gridColumn: '1 / -1' },
    // The number and the buttons of a row share a line.
    '& .rows-number, & .rows-buttons': { gridArea: '1 / 1 / 2 / -1' },
    '& .rows-buttons': { justifySelf: 'end' },
  },
});
