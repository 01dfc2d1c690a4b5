import { Autocomplete, CircularProgress, TextField, type AutocompleteRenderInputParams } from '@mui/material';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { enterStays, useChoiceText } from './use-choice-text.ts';
import { useSearch } from './use-search.ts';

type Suggest<Option> = (signal: AbortSignal) => Promise<readonly Option[]>;

interface Groups<Option> {
  readonly isFirst: (option: Option) => boolean;
  readonly first: string;
  readonly others: string;
}

interface TypeAheadProps<Option> {
  readonly label: string;
  /** What is said about a text without a choice, for example "No patient chosen". */
  readonly unchosen: string;
  readonly value: Option | null;
  readonly onChange: (option: Option | null) => void;
  /** Finds options. Must be a stable function. Aborted on the next keystroke. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** Options to choose from while nothing is typed, with their heading. `load` must be a stable function. */
  readonly suggestions?: { readonly title: string; readonly load: Suggest<Option> };
  /** Options that come first, under a heading. */
  readonly groups?: Groups<Option>;
  readonly optionKey: (option: Option) => string;
  readonly optionLabel: (option: Option) => string;
  /** Renders more than the label, for example a date of birth to distinguish equal names. */
  readonly renderOption?: (option: Option) => ReactNode;
  /** Options that are shown but cannot be chosen. */
  readonly isDisabled?: (option: Option) => boolean;
  /** Default 2. */
  readonly minCharacters?: number;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly helperText?: string;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/**
 * A combobox that searches while typing. Enter and leaving the field select the only match, even if its answer arrives later. Enter
 * does not submit the form while nothing is selected, and the text stays.
 */
export function TypeAhead<Option>({ search, minCharacters = 2, ...props }: TypeAheadProps<Option>) {
  const { value, onChange, optionKey, optionLabel, renderOption } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = value === null ? null : optionLabel(value);
  const box = useChoiceText({ unchosen: props.unchosen, chosen, onDrop: () => onChange(null) });
  const { typed } = box;
  const text = typed === chosen ? '' : typed.trim();
  /** The text on which Enter was pressed, or with which the field was left, before its answer arrived. */
  const entered = useRef<string | null>(null);
  const selectOnlyMatch = (answered: string, [only, ...others]: readonly Option[]) => {
    if (entered.current !== answered || only === undefined || others.length > 0) return;
    if (props.isDisabled?.(only) === true) return;
    onChange(only);
    box.show(optionLabel(only));
    setOpen(false);
  };
  const found = useSearch(text, search, minCharacters, selectOnlyMatch);
  const isEmpty = typed === '' && value === null;
  const suggested = useSuggestions(props.suggestions?.load, isOpen && isEmpty);
  const { isLoading, isFailed, tooLong } = found;
  const error = tooLong ?? (isLoading ? null : box.problem) ?? props.error;
  const options = isEmpty ? suggested : found.options;
  const onKeyDown = (event: KeyboardEvent) => {
    enterStays(event);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && isLoading) entered.current = text;
  };

  return (
    <Autocomplete<Option>
      fullWidth
      size="small"
      slotProps={{ listbox: { translate: 'no' } }}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={
        value === null || options.some((o) => optionKey(o) === optionKey(value))
          ? options
          : [value, ...options]
      }
      autoHighlight={!isEmpty && options.length === 1}
      value={value}
      {...box.props}
      onKeyDown={onKeyDown}
      onChange={(_event, option) => {
        box.picked();
        onChange(option);
      }}
      onInputChange={(...change) => {
        entered.current = null;
        box.props.onInputChange(...change);
      }}
      onBlur={() => {
        if (isLoading) entered.current = text;
        box.props.onBlur();
      }}
      // The server has already filtered. The current value is not a match of a new text.
      filterOptions={(listed) => (text === '' ? listed : [...options])}
      getOptionKey={optionKey}
      getOptionLabel={optionLabel}
      {...(props.isDisabled !== undefined && { getOptionDisabled: props.isDisabled })}
      isOptionEqualToValue={(a, b) => optionKey(a) === optionKey(b)}
      {...groupsOf(options, isEmpty ? props.suggestions?.title : undefined, props.groups)}
      loading={isLoading}
      loadingText="Searching..."
      noOptionsText={noOptionsText(typed.trim().length < minCharacters, isFailed, minCharacters)}
      disabled={props.disabled ?? false}
      {...(renderOption && {
        renderOption: ({ key, ...item }, option) => (
          <li key={key} {...item}>
            {renderOption(option)}
          </li>
        ),
      })}
      renderInput={(params) => <SearchInput {...props} error={error} isLoading={isLoading} params={params} />}
    />
  );
}

/** The headings of options: one for suggestions, else those of groups if an option comes first. */
function groupsOf<Option>(
  options: readonly Option[],
  title: string | undefined,
  groups: Groups<Option> | undefined,
): { readonly groupBy?: (option: Option) => string } {
  if (title !== undefined) return { groupBy: () => title };
  if (groups === undefined || !options.some(groups.isFirst)) return {};
  return { groupBy: (option) => (groups.isFirst(option) ? groups.first : groups.others) };
}

interface SearchInputProps extends Pick<
  TypeAheadProps<never>,
  'label' | 'placeholder' | 'required' | 'error' | 'helperText' | 'inputRef'
> {
  readonly isLoading: boolean;
  readonly params: AutocompleteRenderInputParams;
}

function SearchInput({ isLoading, params: { slotProps, ...params }, ...props }: SearchInputProps) {
  return (
    <TextField
      {...params}
      label={props.label}
      {...(props.inputRef !== undefined && { inputRef: props.inputRef })}
      placeholder={props.placeholder}
      required={props.required ?? false}
      error={props.error !== undefined}
      helperText={props.error ?? props.helperText}
      slotProps={{
        ...slotProps,
        input: {
          ...slotProps.input,
          endAdornment: (
            <>
              {isLoading ? <CircularProgress color="inherit" size={16} aria-hidden /> : null}
              {slotProps.input.endAdornment}
            </>
          ),
        },
      }}
    />
  );
}

const NONE: readonly never[] = [];

/** Loads suggestions each time that they are wanted. Without an answer there are none. */
function useSuggestions<Option>(load: Suggest<Option> | undefined, isWanted: boolean): readonly Option[] {
  const [options, setOptions] = useState<readonly Option[]>(NONE);
  useEffect(() => {
    if (load === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    const loadAll = async () => {
      try {
        const loaded = await load(controller.signal);
        if (!controller.signal.aborted) setOptions(loaded);
      } catch {
        setOptions(NONE);
      }
    };
    void loadAll();
    return () => controller.abort();
  }, [load, isWanted]);
  return options;
}

function noOptionsText(isShort: boolean, isFailed: boolean, minCharacters: number): string {
  if (isShort) return `Type at least ${minCharacters} characters`;
  return isFailed ? 'The search failed. Type again to retry.' : 'No matches';
}
