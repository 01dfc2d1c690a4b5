import { Checkbox, FormControlLabel, FormGroup } from '@mui/material';
import { MenuGroup } from './MenuGroup.tsx';

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns the table shows. The first one identifies the record and stays. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  return (
    <MenuGroup title="Columns">
      <FormGroup sx={{ pl: 2.75 }}>
        {columns.map(({ id, header }, index) => (
          <FormControlLabel
            key={id}
            label={header}
            disabled={index === 0}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                sx={{ p: 0.5 }}
                checked={index === 0 || !hidden.includes(id)}
                onChange={(_event, isShown) =>
                  onChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
            }
          />
        ))}
      </FormGroup>
    </MenuGroup>
  );
}
