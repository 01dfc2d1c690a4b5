import { Box } from '@mui/material';
import { useId } from 'react';
import { rowsLayout } from './layout.ts';

interface ReadRowsProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The room that a column of text needs, in px. */
const ROOM = 90;

/** Rows to read: a table, or cards in a narrow place. */
export function ReadRows({ label, columns, rows }: ReadRowsProps) {
  const id = useId();
  return (
    <Box sx={rowsLayout(columns.length * ROOM)}>
      <Box component="table" aria-label={label}>
        <Box component="thead">
          <Box component="tr">
            {columns.map((column, at) => (
              <Box key={`${id}-${at}`} component="th" scope="col">
                {column}
              </Box>
            ))}
          </Box>
        </Box>
        <Box component="tbody">
          {rows.map((cells, row) => (
            <Box key={`${id}-${row}`} component="tr">
              {cells.map((cell, at) => (
                <Box
                  key={`${id}-${at}`}
                  component="td"
                  className={cell === '' ? 'rows-only-table' : ''}
                  sx={{ whiteSpace: 'pre-line' }}
                >
                  {cell === '' ? null : (
                    <Box component="span" className="rows-only-cards" sx={{ color: 'text.secondary' }}>
                      {`${columns[at] ?? ''}: `}
                    </Box>
                  )}
                  {cell}
                </Box>
              ))}
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
