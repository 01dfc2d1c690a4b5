import { Link as RouterLink } from 'react-router';
import { LazyTooltip } from '../LazyTooltip.tsx';
import { RowMenu } from './RowMenu.tsx';
import type { RowAction, RowActionsProps } from './types.ts';

/** A row's actions: icon buttons, or one menu on narrow screens. */
export function RowActions<Row>({
  row,
  rowLabel,
  actions,
  isNarrow,
}: RowActionsProps<Row> & { readonly isNarrow: boolean }) {
  const offered = actions.filter((action) => action.isHidden?.(row) !== true);
  if (isNarrow && offered.length > 1) return <RowMenu row={row} rowLabel={rowLabel} actions={offered} />;
  return (
    <div className="list-actions-row">
      {offered.map((action) => (
        <ActionButton key={action.label} row={row} rowLabel={rowLabel} action={action} />
      ))}
    </div>
  );
}

function ActionButton<Row>({
  row,
  rowLabel,
  action,
}: Omit<RowActionsProps<Row>, 'actions'> & { readonly action: RowAction<Row> }) {
  // Safari’s Tab key skips links and buttons without a tab index.
  const props = { className: 'list-button', tabIndex: 0, 'aria-label': `${action.label} ${rowLabel}` };
  if (action.isDisabled?.(row) === true) {
    // A disabled button sends no events, so it cannot carry a tooltip.
    return (
      <button type="button" {...props} disabled>
        {action.icon}
      </button>
    );
  }
  return (
    <LazyTooltip title={action.label}>
      {'to' in action ? (
        <RouterLink {...props} to={action.to(row)}>
          {action.icon}
        </RouterLink>
      ) : (
        <button type="button" {...props} onClick={() => action.onClick(row)}>
          {action.icon}
        </button>
      )}
    </LazyTooltip>
  );
}
