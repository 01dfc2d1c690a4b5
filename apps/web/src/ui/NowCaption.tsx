import { ListCaption } from './list-parts.tsx';

type Values = readonly (string | undefined)[];

/** What values of a signed record are now, after `before`; blank if they have not changed. */
export function nowText(values: Values, before = ''): string {
  const changed = values.filter((value) => value !== undefined);
  if (changed.length === 0) return '';
  return `${before}now: ${changed.map((value) => (value === '' ? 'blank' : value)).join(', ')}`;
}

/** The same below a value. */
export function NowCaption({ values }: { readonly values: Values }) {
  const text = nowText(values);
  return text === '' ? null : <ListCaption>{text}</ListCaption>;
}
