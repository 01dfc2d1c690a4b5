import { TextField } from '@mui/material';
import { parseIpRange } from '@portal/domain/ip-range';
import { useState } from 'react';
import { useFilterInput } from '#ui/use-filter-input.ts';

interface AddressFilterProps {
  /** An address or a network, or `''`. The input follows changes, such as Back. */
  readonly value: string;
  readonly onChange: (address: string) => void;
}

/** Filter by the address that requests came from: applied on Enter or when the field is left. */
export function AddressFilter({ value, onChange }: AddressFilterProps) {
  const { typed, setTyped, current, noteSent } = useFilterInput(value);
  const [refused, setRefused] = useState<{ readonly text: string; readonly error: string } | null>(null);
  const error = refused?.text === typed ? refused.error : null;
  const apply = () => {
    const text = typed.trim();
    const parsed = text === '' ? ({ ok: true, range: '' } as const) : parseIpRange(text);
    setRefused(parsed.ok ? null : { text: typed, error: parsed.error });
    if (!parsed.ok) return;
    setTyped(parsed.range);
    if (parsed.range === current) return;
    noteSent(parsed.range);
    onChange(parsed.range);
  };
  return (
    <TextField
      label="IP Address"
      placeholder="10.0.0.5 or 10.0.0.0/8"
      value={typed}
      error={error !== null}
      helperText={error}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
      sx={{ flex: '1 1 180px', maxWidth: { sm: 240 } }}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  );
}
