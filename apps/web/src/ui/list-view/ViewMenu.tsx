import TuneOutlinedIcon from '@mui/icons-material/TuneOutlined';
import { Button, Divider, Popover, Stack } from '@mui/material';
import type { ViewList } from '@portal/contract/saved-views';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Column } from '../data-table/types.ts';
import type { FilterKinds } from '../list-url.ts';
import type { ListState } from '../use-list-state.ts';
import { useIsPhone } from '../use-screen.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ManageViewsDialog } from './ManageViewsDialog.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { useViews } from './use-views.ts';
import { ViewChoice } from './ViewChoice.tsx';
import { currentView, readHidden, writeHidden } from './view-url.ts';

interface ViewMenuProps<Row, K extends string, F extends FilterKinds> {
  readonly list: ViewList;
  readonly state: ListState<K, F>;
  /** All columns; the first one cannot be hidden. */
  readonly columns: readonly Column<Row, K>[];
  /** An `ExportItem`. */
  readonly children?: ReactNode;
}

/** The View button of a list: its saved views, its columns, and the export. */
export function ViewMenu<Row, K extends string, F extends FilterKinds>({
  list,
  state: { options },
  columns,
  children,
}: ViewMenuProps<Row, K, F>) {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [shown, setShown] = useState<'menu' | 'save' | 'manage' | null>(null);
  const isPhone = useIsPhone();
  const { views, error, open } = useViews(list, { options, columns: columns.slice(1).map(({ id }) => id) });
  const current = currentView(params, options);
  const close = () => setShown(null);
  return (
    <>
      <Button
        ref={setAnchor}
        variant="outlined"
        startIcon={<TuneOutlinedIcon />}
        aria-haspopup="dialog"
        aria-expanded={shown === 'menu'}
        onClick={() => setShown('menu')}
      >
        View
      </Button>
      <Popover
        open={shown === 'menu'}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'View', sx: { width: 280 } } }}
      >
        <Stack divider={<Divider />} sx={{ py: 0.5 }}>
          <ViewChoice
            views={views}
            hasFailed={error !== null}
            current={current}
            onOpen={(view) => {
              open(view);
              close();
            }}
            onSave={() => setShown('save')}
            onManage={() => setShown('manage')}
          />
          {isPhone ? null : (
            <ColumnChoice
              columns={columns}
              hidden={readHidden(params)}
              onChange={(hidden) => setParams(writeHidden(params, hidden), { state: location.state })}
            />
          )}
          {children}
        </Stack>
      </Popover>
      {shown === 'save' ? (
        <SaveViewDialog list={list} state={current} views={views ?? []} onClose={close} />
      ) : null}
      {shown === 'manage' ? <ManageViewsDialog views={views ?? []} onClose={close} /> : null}
    </>
  );
}
