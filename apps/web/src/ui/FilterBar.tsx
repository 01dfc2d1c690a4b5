import FilterAltOffIcon from '@mui/icons-material/FilterAltOff';
import FilterListIcon from '@mui/icons-material/FilterList';
import { Badge, Box, Button, IconButton, Stack, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { rescueFocus } from './rescue-focus.ts';
import { useIsPhone } from './use-screen.ts';
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
  readonly list: {
    /** Whether a search or a filter is set: shows Clear Filters. */
    readonly isFiltered: boolean;
    readonly filters: Readonly<Record<string, string>>;
    readonly clearFilters: () => void;
  };
  /** Stays in sight on phones: the search box, or what people change most. */
  readonly main?: ReactNode;
  /** Selects, dates and switches. */
  readonly children?: ReactNode;
  /** The buttons of the list, at the right end of the first line. */
  readonly actions?: ReactNode;
}

/**
 * The bar above a list: search, filters, Clear Filters and the list's buttons. On phones, the filters are behind a button; on
 * paper, they are words.
 */
export function FilterBar({ list, main, children, actions }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const words = useWhilePrinting(() => (bar.current === null ? [] : filterWords(bar.current)));
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const count = Object.values(list.filters).filter((value) => value !== '').length;
  const rest = (
    <>
      {children}
      {list.isFiltered ? <ClearButton onClick={list.clearFilters} /> : null}
    </>
  );
  return (
    <>
      {words === null ? null : (
        <Typography sx={{ mb: 1 }}>{words.length === 0 ? 'No filters' : words.join(' · ')}</Typography>
      )}
      <Stack
        ref={bar}
        direction="row"
        sx={{
          alignItems: 'flex-start',
          gap: 1.5,
          mb: { xs: 1, sm: 2 },
          '& .MuiFormControlLabel-root': { mx: 0 },
          '@media print': { display: 'none' },
        }}
      >
        <Box sx={{ ...LINE, flex: 1, minWidth: 0 }}>
          {main}
          {isPhone ? (
            <>
              {children === undefined ? null : (
                <FiltersButton
                  isWide={main === undefined}
                  count={count}
                  isOpen={isOpen}
                  controls={panelId}
                  onToggle={() => setOpen(!isOpen)}
                />
              )}
              {actions}
              <Box id={panelId} sx={{ ...LINE, width: '100%', ...(!isOpen && { display: 'none' }) }}>
                {rest}
              </Box>
            </>
          ) : (
            rest
          )}
        </Box>
        {isPhone || actions === undefined ? null : (
          <Stack direction="row" sx={{ flexShrink: 0, gap: 1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
    </>
  );
}

const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 } as const;

function ClearButton({ onClick }: { readonly onClick: () => void }) {
  useEffect(() => rescueFocus, []);
  return (
    <Button startIcon={<FilterAltOffIcon />} onClick={onClick}>
      Clear Filters
    </Button>
  );
}

interface FiltersButtonProps {
  readonly isWide: boolean;
  readonly count: number;
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

/** Shows and hides the filters on phones, and counts the set ones. */
function FiltersButton({ isWide, count, isOpen, controls, onToggle }: FiltersButtonProps) {
  const icon = (
    <Badge badgeContent={count === 0 ? null : count} color="primary">
      <FilterListIcon />
    </Badge>
  );
  const name = count === 0 ? 'Filters' : `Filters, ${count} set`;
  const props = {
    'aria-expanded': isOpen,
    'aria-controls': controls,
    onClick: onToggle,
  };
  return isWide ? (
    <Button {...props} variant="outlined" startIcon={<FilterListIcon />} sx={{ flex: '1 0 auto' }}>
      {name}
    </Button>
  ) : (
    <IconButton {...props} aria-label={name}>
      {icon}
    </IconButton>
  );
}
