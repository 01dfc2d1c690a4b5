import TuneOutlinedIcon from '@mui/icons-material/TuneOutlined';
import { Button, Checkbox, Divider, FormControlLabel, FormGroup, Popover, Stack } from '@mui/material';
import { viewsOfList, type SavedView, type ViewList } from '@portal/contract/saved-views';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Column } from '../data-table/types.ts';
import type { FilterKinds } from '../list-url.ts';
import { searchIdOf } from '../places.ts';
import { useToast } from '../ToastProvider.tsx';
import type { ListState } from '../use-list-state.ts';
import { useIsPhone } from '../use-screen.ts';
import { DensityChoice } from './DensityChoice.tsx';
import { ManageViewsDialog } from './ManageViewsDialog.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { ViewChoice } from './ViewChoice.tsx';
import { currentView, isBlank, openView, readHidden, writeHidden, type ViewTarget } from './view-url.ts';

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns the table shows. The first one identifies the record and stays. */
function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  return (
    <MenuGroup title="Columns">
      <FormGroup sx={{ pl: 2.75 }}>
        {columns.map(({ id, header }, index) => (
          <FormControlLabel
            key={id}
            label={header}
            disabled={index === 0}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                sx={{ p: 0.5 }}
                checked={index === 0 || !hidden.includes(id)}
                onChange={(_event, isShown) =>
                  onChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
            }
          />
        ))}
      </FormGroup>
    </MenuGroup>
  );
}

const FRESH_MS = 60_000;

/** The user's saved views of a list. Opens the default one if the URL says nothing about the list. */
function useViews<K extends string, F extends FilterKinds>(list: ViewList, target: ViewTarget<K, F>) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const toast = useToast();
  const query = useEndpointQuery(viewsOfList, { query: { list } }, { staleTime: FRESH_MS });
  const views = query.data?.views;
  const open = (view: SavedView, replace = false) => {
    const opened = openView(params, view.state, target);
    setParams(opened.params, { replace });
    if (opened.missing.length > 0)
      toast.info(`"${view.name}" opened without what this list no longer has: ${opened.missing.join(', ')}`);
  };
  const isOpened = useRef(false);
  useEffect(() => {
    if (views === undefined || isOpened.current) return;
    isOpened.current = true;
    const standard = views.find(({ isDefault }) => isDefault);
    if (standard !== undefined && isBlank(params, target.options) && searchIdOf(state) === null)
      open(standard, true);
  });
  return { views, error: query.error, open };
}

interface ViewMenuProps<Row, K extends string, F extends FilterKinds> {
  readonly list: ViewList;
  readonly state: ListState<K, F>;
  /** All columns; the first one cannot be hidden. */
  readonly columns: readonly Column<Row, K>[];
  /** An `ExportItem`. */
  readonly children?: ReactNode;
}

/** The View button of a list: its saved views, its columns, the row height, and the export. */
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
          {isPhone ? null : <DensityChoice />}
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
