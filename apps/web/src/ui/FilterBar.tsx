import FilterAltOffIcon from '@mui/icons-material/FilterAltOff';
import { Button, Stack, Typography } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { useWhilePrinting } from './use-while-printing.ts';

// cspell:ignore labelledby

/** The filters that are set in a filter bar, for paper: "Status: Pending". */
function filterWords(bar: HTMLElement): readonly string[] {
  const fields = [
    ...bar.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      ':is(input[type="text"], input:not([type]), textarea):not([aria-hidden="true"])',
    ),
  ].filter(({ value }) => value.trim() !== '');
  const selects = [...bar.querySelectorAll<HTMLElement>('[role="combobox"]:not(input)')].filter(
    (select) => select.parentElement?.querySelector('input')?.value !== '',
  );
  const switches = [...bar.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:checked')];
  const words = new Map<Element, string>([
    ...fields.map((field) => [field, `${nameOf(field)}: ${field.value.trim()}`] as const),
    ...selects.map((select) => [select, `${nameOf(select)}: ${select.textContent}`] as const),
    ...switches.map((box) => [box, nameOf(box)] as const),
  ]);
  return [...words]
    .toSorted(([a], [b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(([, text]) => text);
}

/** The name of a control: its own label, its visible one, or the text around it. */
function nameOf(control: HTMLElement): string {
  const own = control.getAttribute('aria-label');
  if (own !== null) return own;
  const id = control.getAttribute('aria-labelledby')?.split(' ')[0] ?? '';
  const label =
    (id === '' ? null : document.getElementById(id)) ??
    (control instanceof HTMLInputElement ? control.labels?.[0] : undefined) ??
    control.closest('label');
  return label?.textContent.trim() ?? '';
}

interface FilterBarProps {
  /** The search box, selects and switches of the list. */
  readonly children: ReactNode;
  /** Enables Clear Filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The bar above a list: search, filters and Clear Filters. On paper, the filters are words. */
export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const words = useWhilePrinting(() => (bar.current === null ? [] : filterWords(bar.current)));
  return (
    <>
      {words === null ? null : (
        <Typography sx={{ mb: 1 }}>{words.length === 0 ? 'No filters' : words.join(' · ')}</Typography>
      )}
      <Stack
        ref={bar}
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          mb: 1.5,
          '& .MuiFormControlLabel-root': { ml: 0 },
          '@media print': { display: 'none' },
        }}
      >
        {children}
        <Button startIcon={<FilterAltOffIcon />} disabled={!isFiltered} onClick={onClear}>
          Clear Filters
        </Button>
      </Stack>
    </>
  );
}
