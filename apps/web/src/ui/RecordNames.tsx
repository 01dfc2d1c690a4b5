import { Box } from '@mui/material';

/** The most names that a dialog lists; the others are counted. */
export const MAX_SHOWN_NAMES = 5;

/** The names of the records that an action is about: the first five, and how many more there are. */
export function RecordNames({
  names,
  total = names.length,
}: {
  readonly names: readonly string[];
  /** How many records there are, if only the first names are known. */
  readonly total?: number | undefined;
}) {
  if (names.length === 0) return null;
  const more = total - Math.min(names.length, MAX_SHOWN_NAMES);
  return (
    <Box component="ul" aria-label="Records" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
      {names.slice(0, MAX_SHOWN_NAMES).map((name, index) => (
        // Two records can have the same name.
        // eslint-disable-next-line react/no-array-index-key
        <Box component="li" key={index} translate="no" sx={{ fontWeight: 600 }}>
          {name}
        </Box>
      ))}
      {more > 0 ? <li>and {more.toLocaleString('en-US')} more</li> : null}
    </Box>
  );
}
