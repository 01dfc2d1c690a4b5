import { ListCaption } from './list-parts.tsx';

/** Shows below a value of a signed record what it is now; nothing if it has not changed. */
export function NowCaption({ values }: { readonly values: readonly (string | undefined)[] }) {
  const changed = values.filter((value) => value !== undefined);
  return changed.length === 0 ? null : (
    <ListCaption>now: {changed.map((value) => (value === '' ? 'blank' : value)).join(', ')}</ListCaption>
  );
}
