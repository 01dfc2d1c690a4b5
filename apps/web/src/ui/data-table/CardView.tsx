import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { visuallyHidden } from '../visually-hidden.ts';
import { ExpandButton } from './ExpandButton.tsx';
import { RowActions } from './RowActions.tsx';
import { SelectBox } from './SelectBox.tsx';
import { SortPicker } from './SortPicker.tsx';
import type { Column, RowsViewProps } from './types.ts';

interface Parts<Row, K extends string> {
  readonly title: Column<Row, K> | undefined;
  /** Marked beside the title. */
  readonly states: readonly Column<Row, K>[];
  readonly texts: readonly Column<Row, K>[];
  /** The others, in one paragraph. */
  readonly facts: readonly Column<Row, K>[];
}

/** Who or what a row is, and its state, are what people look for; the rest is small print. */
function partsOf<Row, K extends string>(columns: readonly Column<Row, K>[]): Parts<Row, K> {
  const shown = columns.filter(({ card }) => card !== 'none');
  const title = shown.find(({ card }) => card === 'title') ?? shown[0];
  const others = shown.filter((column) => column !== title);
  const isBlock = ({ kind }: Column<Row, K>) => kind === 'text' || kind === 'control';
  return {
    title,
    states: others.filter(({ kind }) => kind === 'status'),
    texts: others.filter(isBlock),
    facts: others.filter((column) => column.kind !== 'status' && !isBlock(column)),
  };
}

/** The rows as cards, for phones: the title with the state beside it, texts, and the other facts as small print. */
export function CardView<Row, K extends string>(props: RowsViewProps<Row, K>) {
  const { label, columns, rows, rowKey, state, message } = props;
  const parts = partsOf(columns);
  return (
    <div className="list-cards">
      <SortPicker columns={columns} state={state} />
      {message}
      {rows === undefined && message === null ? (
        <div className="list-card-frame" aria-hidden>
          {Array.from({ length: 6 }, (_, index) => (
            <Box key={index} className="list-card">
              <Skeleton width={`${45 + ((index * 13) % 30)}%`} />
              <Skeleton width="80%" />
            </Box>
          ))}
        </div>
      ) : null}
      <ul className="list-card-frame" aria-label={label}>
        {rows?.map((row) => (
          <RowCard {...props} key={rowKey(row)} row={row} parts={parts} />
        ))}
      </ul>
    </div>
  );
}

interface RowCardProps<Row, K extends string> extends RowsViewProps<Row, K> {
  readonly row: Row;
  readonly parts: Parts<Row, K>;
}

function RowCard<Row, K extends string>(props: RowCardProps<Row, K>) {
  const { row, parts, rowKey, rowLabel, actions, selection, renderDetails, isDimmed } = props;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const id = rowKey(row);
  const isSelected = selection?.selected.has(id) === true;
  return (
    <li
      data-row
      translate="no"
      className={`list-card${isDimmed?.(row) === true ? ' list-dimmed' : ''}${isSelected ? ' list-selected' : ''}`}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start' }}>
        {selection === undefined ? null : (
          <Box sx={{ ml: -1.5 }}>
            <SelectBox id={id} label={rowLabel(row)} selection={selection} />
          </Box>
        )}
        <Box sx={{ flex: 1, minWidth: 0, py: 1 }}>
          <div className="list-card-head">
            <div className="list-card-title">{parts.title?.render(row)}</div>
            <Facts columns={parts.states} row={row} className="list-card-states" />
          </div>
          {parts.title?.caption === undefined ? null : (
            <div className="list-caption">{parts.title.caption(row)}</div>
          )}
          <Facts columns={parts.texts} row={row} className="list-card-texts" />
          <Facts columns={parts.facts} row={row} className="list-caption list-card-facts" />
        </Box>
        {actions.length === 0 ? null : (
          <Box sx={{ mr: -1.5 }}>
            <RowActions row={row} rowLabel={rowLabel(row)} actions={actions} isNarrow />
          </Box>
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
      {renderDetails !== undefined && isOpen ? (
        <Box id={detailsId} sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          {renderDetails(row)}
        </Box>
      ) : null}
    </li>
  );
}

interface FactsProps<Row, K extends string> {
  readonly columns: readonly Column<Row, K>[];
  readonly row: Row;
  readonly className: string;
}

/** Values with their headers, which most values do not need to be understood by people who see them. Blank ones are left out. */
function Facts<Row, K extends string>({ columns, row, className }: FactsProps<Row, K>) {
  const facts = columns
    .map((column) => ({ column, content: column.render(row), caption: column.caption?.(row) ?? null }))
    .filter(({ content }) => content !== '' && content !== null);
  if (facts.length === 0) return null;
  return (
    <dl className={className}>
      {facts.map(({ column, content, caption }) => (
        <div key={column.id}>
          <Term column={column}>{column.header}</Term>
          <dd>
            {content}
            {caption === null ? null : <div className="list-caption">{caption}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Term = <Row, K extends string>({
  column,
  children,
}: {
  readonly column: Column<Row, K>;
  readonly children: ReactNode;
}) =>
  column.isLabeled === true ? (
    <dt>{children}</dt>
  ) : (
    <Typography component="dt" sx={visuallyHidden}>
      {children}
    </Typography>
  );
