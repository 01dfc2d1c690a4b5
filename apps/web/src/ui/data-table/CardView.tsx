import { Box, Card, Skeleton, Stack, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { ExpandButton } from './ExpandButton.tsx';
import { RowActions } from './RowActions.tsx';
import { SelectBox } from './SelectBox.tsx';
import { SortPicker } from './SortPicker.tsx';
import { type RowsViewProps, type Column } from './types.ts';

/** The rows as cards, for phones. One column is the card title, the others are label and value pairs; blank ones are left out. */
export function CardView<Row, K extends string>(props: RowsViewProps<Row, K>) {
  const { label, columns, rows, rowKey, state, message } = props;
  const shown = columns.filter((column) => column.hideInCards !== true);
  const title = shown.find((column) => column.isCardTitle === true) ?? shown[0];
  const others = shown.filter((column) => column !== title);
  return (
    <Stack spacing={1} className="list-cards" sx={{ pt: 1 }}>
      <SortPicker columns={columns} state={state} />
      {message}
      {rows === undefined && message === null ? (
        <Stack spacing={1}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={132} />
          ))}
        </Stack>
      ) : null}
      <Stack component="ul" spacing={1} aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows?.map((row) => (
          <RowCard {...props} key={rowKey(row)} row={row} title={title} others={others} />
        ))}
      </Stack>
    </Stack>
  );
}

interface RowCardProps<Row, K extends string> extends RowsViewProps<Row, K> {
  readonly row: Row;
  readonly title: Column<Row, K> | undefined;
  readonly others: readonly Column<Row, K>[];
}

function RowCard<Row, K extends string>(props: RowCardProps<Row, K>) {
  const { row, title, others, rowKey, rowLabel, actions, selection, renderDetails, isDimmed } = props;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <Card
      component="li"
      data-row
      translate="no"
      className={isDimmed?.(row) === true ? 'list-dimmed' : ''}
      sx={{ px: 1.5, py: 1, overflow: 'visible' }}
    >
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 0.5, minHeight: 44 }}>
        {selection === undefined ? null : (
          <SelectBox id={rowKey(row)} label={rowLabel(row)} selection={selection} />
        )}
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title?.render(row)}
        </Box>
        {actions.length === 0 ? null : (
          <RowActions row={row} rowLabel={rowLabel(row)} actions={actions} isNarrow />
        )}
        {renderDetails === undefined ? null : (
          <ExpandButton
            rowLabel={rowLabel(row)}
            isOpen={isOpen}
            controls={detailsId}
            onToggle={() => setOpen(!isOpen)}
          />
        )}
      </Stack>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'fit-content(40%) 1fr',
          alignItems: 'baseline',
          columnGap: 2,
          rowGap: 0.5,
          m: 0,
        }}
      >
        {others
          .map(({ id, header, render }) => ({ id, header, content: render(row) }))
          .filter(({ content }) => content !== '')
          .map(({ id, header, content }) => (
            <Box key={id} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {header}
              </Typography>
              <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                {content}
              </Box>
            </Box>
          ))}
      </Box>
      {renderDetails !== undefined && isOpen ? (
        <Box id={detailsId} sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          {renderDetails(row)}
        </Box>
      ) : null}
    </Card>
  );
}
