import { UNSAVED_FILTERS, type ViewState } from '@portal/contract/saved-views';
import {
  readListUrl,
  RESERVED,
  writeListUrl,
  type FilterKinds,
  type FilterValues,
  type ListOptions,
} from '../list-url.ts';

/** The URL parameter with the hidden columns. */
const HIDE = 'hide';

/** Reads the ids of the hidden columns. */
export const readHidden = (params: URLSearchParams): readonly string[] =>
  (params.get(HIDE) ?? '').split(',').filter((id) => id !== '');

/** Sets the hidden columns in a copy of the parameters. */
export function writeHidden(params: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ids.length === 0) next.delete(HIDE);
  else next.set(HIDE, ids.join(','));
  return next;
}

/** Whether the URL says nothing about the list, so that its default view opens. */
export const isBlank = <K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  options: ListOptions<K, F>,
): boolean => [...RESERVED, HIDE, ...Object.keys(options.filters)].every((name) => !params.has(name));

/** What a view of the current list would save: everything but the search and the patient. */
export function currentView<K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  options: ListOptions<K, F>,
): ViewState {
  const { filters, orderBy, sortDirection, pageSize } = readListUrl(params, options);
  return {
    filters: Object.fromEntries(
      Object.entries<string>(filters).filter(
        ([name, value]) => value !== '' && !UNSAVED_FILTERS.includes(name),
      ),
    ),
    orderBy: orderBy ?? null,
    sortDirection,
    pageSize,
    hiddenColumns: [...readHidden(params)].toSorted(),
  };
}

/** Whether two views show the same. */
export const isSameView = (one: ViewState, other: ViewState): boolean =>
  comparable(one) === comparable(other);

const comparable = ({ filters, orderBy, sortDirection, pageSize, hiddenColumns }: ViewState) =>
  JSON.stringify([
    Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    orderBy,
    sortDirection,
    pageSize,
    hiddenColumns.toSorted(),
  ]);

/** A list that opens a view. */
export interface ViewTarget<K extends string, F extends FilterKinds> {
  readonly options: ListOptions<K, F>;
  /** The ids of the columns that can be hidden. */
  readonly columns: readonly string[];
}

/** The URL of a view, and the filters and columns that the list no longer has. Other parameters stay. */
export function openView<K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  view: ViewState,
  { options, columns }: ViewTarget<K, F>,
): { readonly params: URLSearchParams; readonly missing: readonly string[] } {
  const orderBy = options.sortKeys.find((key) => key === view.orderBy);
  const blank = readListUrl(new URLSearchParams(), options);
  // Reading checks each value against the list.
  const { filters } = readListUrl(new URLSearchParams(view.filters), options);
  const known: Readonly<Record<string, string>> = filters;
  const hidden = view.hiddenColumns.filter((id) => columns.includes(id));
  const position = {
    page: 1,
    pageSize: view.pageSize,
    orderBy: orderBy ?? blank.orderBy,
    sortDirection: orderBy === undefined ? blank.sortDirection : view.sortDirection,
    search: '',
    filters: filters satisfies FilterValues<F>,
  };
  return {
    params: writeHidden(writeListUrl(params, position, options), hidden),
    missing: [
      ...Object.keys(view.filters).filter((name) => known[name] !== view.filters[name]),
      ...(view.orderBy !== null && orderBy === undefined ? [view.orderBy] : []),
      ...view.hiddenColumns.filter((id) => !hidden.includes(id)),
    ],
  };
}
