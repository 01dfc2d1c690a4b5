import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router';
import { useIsNarrow } from '../use-screen.ts';
import { touchSx } from './cells.ts';
import { RowMenu } from './RowMenu.tsx';
import type { RowAction, RowActionsProps } from './types.ts';

/** A row's actions: icon buttons, or one menu on narrow screens. */
export function RowActions<Row>({ row, rowLabel, actions }: RowActionsProps<Row>) {
  const isNarrow = useIsNarrow();
  const offered = actions.filter((action) => action.isHidden?.(row) !== true);
  if (isNarrow && offered.length > 1) return <RowMenu row={row} rowLabel={rowLabel} actions={offered} />;
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
      {offered.map((action) => (
        <ActionButton key={action.label} row={row} rowLabel={rowLabel} action={action} />
      ))}
    </Stack>
  );
}

function ActionButton<Row>({
  row,
  rowLabel,
  action,
}: Omit<RowActionsProps<Row>, 'actions'> & { readonly action: RowAction<Row> }) {
  const label = `${action.label} ${rowLabel}`;
  if (action.isDisabled?.(row) === true) {
    // A disabled button sends no events, so it cannot carry a tooltip.
    return (
      <IconButton size="small" sx={touchSx} aria-label={label} disabled>
        {action.icon}
      </IconButton>
    );
  }
  return (
    <Tooltip title={action.label}>
      {'to' in action ? (
        <IconButton size="small" sx={touchSx} aria-label={label} component={RouterLink} to={action.to(row)}>
          {action.icon}
        </IconButton>
      ) : (
        <IconButton size="small" sx={touchSx} aria-label={label} onClick={() => action.onClick(row)}>
          {action.icon}
        </IconButton>
      )}
    </Tooltip>
  );
}
