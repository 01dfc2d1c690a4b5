import { Alert, Button, Link, Stack, Typography } from '@mui/material';
import { codeChangeList, type CodeChangeList } from '@portal/contract/code-changes';
import { CHANGE_KINDS, CHANGE_LABELS } from '@portal/domain/code-files/changes';
import { CODE_FILE_LABELS, type CodeFileKind } from '@portal/domain/code-files/kinds';
import { LISTING_KINDS } from '@portal/domain/code-files/standing';
import { formatDateUs } from '@portal/domain/date';
import { counted } from '@portal/domain/text';
import { Link as RouterLink } from 'react-router';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDate } from '#ui/FilterDate.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { ChangeSection } from './ChangeSection.tsx';
import { ChangedNotes } from './ChangedNotes.tsx';

const FILES = '/admin/billing-codes/files';
/** The choice of the kind filter for unsigned notes. */
const NOTES = 'notes';
const FILTERS = {
  kind: [...CHANGE_KINDS, NOTES],
  state: ['kept'],
  date: 'text',
} as const;
const LIST: ListOptions<never, typeof FILTERS> = { sortKeys: [], filters: FILTERS };
const KIND_OPTIONS = [
  ...CHANGE_KINDS.map((value) => ({ value, label: CHANGE_LABELS[value] })),
  { value: NOTES, label: 'Unsigned notes' },
] as const;
const KEPT_OPTION = [{ value: 'kept', label: 'Kept as they are' }] as const;

/** What Changed page: what the loaded editions say differently from the catalog, the rules, and unsigned notes. */
export function ChangesPage() {
  const list = useListState(LIST);
  const { date } = list.filters;
  const query = useListQuery(codeChangeList, { query: date === '' ? {} : { date } });
  return (
    <PageContent>
      <PageHeader title="What Changed" backTo={FILES} />
      <FilterBar list={list}>
        <SelectFilter list={list} name="kind" label="Kind" options={KIND_OPTIONS} />
        <FilterSelect
          label="Show"
          value={list.filters.state}
          allLabel="Open"
          options={KEPT_OPTION}
          onChange={(state) => list.setFilter('state', state)}
        />
        <FilterDate label="On day" value={date} onChange={(day) => list.setFilter('date', day)} />
      </FilterBar>
      <RecordPart query={query} fallback="Failed to compare with the loaded editions">
        {(found) => <Found found={found} kind={list.filters.kind} isKept={list.filters.state === 'kept'} />}
      </RecordPart>
    </PageContent>
  );
}

interface FoundProps {
  readonly found: CodeChangeList;
  readonly kind: (typeof FILTERS.kind)[number] | '';
  readonly isKept: boolean;
}

function Found({ found, kind, isKept }: FoundProps) {
  const changes = found.changes.filter((change) => change.isKept === isKept);
  const sections = CHANGE_KINDS.filter((each) => kind === '' || kind === each).flatMap((each) => {
    const rows = changes.filter((change) => change.kind === each);
    return rows.length === 0 ? [] : [{ kind: each, rows }];
  });
  const hasNotes = !isKept && (kind === '' || kind === NOTES) && found.notes.length > 0;
  return (
    <>
      <Remarks found={found} />
      {sections.map((section) => (
        <ChangeSection key={section.kind} {...section} date={found.date} />
      ))}
      {hasNotes ? <ChangedNotes notes={found.notes} /> : null}
      {sections.length === 0 && !hasNotes ? <Nothing found={found} kind={kind} isKept={isKept} /> : null}
    </>
  );
}

function Nothing({ found, kind, isKept }: FoundProps) {
  if (isKept) return <EmptyState text="Nothing is kept as it is" />;
  if (kind !== '') return <EmptyState text="Nothing of this kind" />;
  return found.editions.length === 0 ? (
    <EmptyState
      text="No file is loaded for this day, so there is nothing to compare with"
      action={
        <Button component={RouterLink} to={FILES} variant="outlined">
          Code Files
        </Button>
      }
    />
  ) : (
    <EmptyState text="Nothing in the practice uses a code that this edition changes" />
  );
}

/** What is compared with, what is not, and which editions end. */
function Remarks({ found }: { readonly found: CodeChangeList }) {
  const { editions, endings, hiddenCount, changes, changeCount, date } = found;
  const unchecked = LISTING_KINDS.filter((kind) => editions.every((edition) => edition.kind !== kind));
  return (
    <Stack spacing={1} sx={{ mb: 2 }}>
      {endings.map(({ kind, validTo, hasEnded }) => (
        <Alert key={kind} severity={hasEnded ? 'error' : 'warning'}>
          {CODE_FILE_LABELS[kind]}: the newest loaded edition {hasEnded ? 'ended' : 'ends'} on{' '}
          {formatDateUs(validTo)}.{' '}
          <Link component={RouterLink} to={FILES} color="inherit">
            Load the next one
          </Link>
        </Alert>
      ))}
      {editions.length === 0 ? null : (
        <Typography color="textSecondary">
          {formatDateUs(date)}, compared with{' '}
          {editions
            .map(({ kind, validFrom }) => `${CODE_FILE_LABELS[kind]} from ${formatDateUs(validFrom)}`)
            .join(', ')}
          .{unchecked.length === 0 || editions.length === 0 ? '' : ` ${uncheckedText(unchecked)}`}
        </Typography>
      )}
      {hiddenCount === 0 ? null : (
        <Alert severity="info">
          {counted(hiddenCount, 'difference')} in billing rules {hiddenCount === 1 ? 'is' : 'are'} not shown,
          because you do not manage templates.
        </Alert>
      )}
      {changes.length === changeCount ? null : (
        <Alert severity="info">
          The first {counted(changes.length, 'difference')} of {changeCount.toLocaleString('en-US')} are
          shown.
        </Alert>
      )}
    </Stack>
  );
}

const uncheckedText = (kinds: readonly CodeFileKind[]): string =>
  `Not checked, because no file is loaded: ${kinds.map((kind) => CODE_FILE_LABELS[kind]).join(', ')}.`;
