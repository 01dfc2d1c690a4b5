import { TablePagination } from '@mui/material';
import { PAGE_SIZE_OPTIONS } from '@portal/domain/list';
import { rangeText } from './range-text.ts';

interface PagingProps {
  readonly label: string;
  /** From 1 to the last page. */
  readonly page: number;
  readonly pageSize: number;
  readonly pageSizes?: readonly number[] | undefined;
  /** Undefined until loaded. */
  readonly totalCount: number | undefined;
  readonly isApproximate: boolean;
  /** Rows on this page. With an approximate total, a page that is not full is the last one. */
  readonly rowCount: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

/** Page size, current range, and buttons for first, previous, next and last page. */
export function Paging({
  label,
  page,
  pageSize,
  pageSizes,
  totalCount,
  isApproximate,
  ...rest
}: PagingProps) {
  const { rowCount, onPage, onPageSize } = rest;
  return (
    <TablePagination
      component="nav"
      aria-label={`Pages of ${label}`}
      // -1 means "unknown" to MUI: next is enabled and last is disabled.
      count={isApproximate ? -1 : (totalCount ?? 0)}
      page={page - 1}
      rowsPerPage={pageSize}
      rowsPerPageOptions={pageSizes ?? PAGE_SIZE_OPTIONS}
      disabled={totalCount === undefined}
      labelRowsPerPage="Rows per page"
      labelDisplayedRows={() =>
        totalCount === undefined ? '' : rangeText({ page, pageSize, rowCount, totalCount, isApproximate })
      }
      showFirstButton
      showLastButton
      onPageChange={(_event, index) => onPage(index + 1)}
      onRowsPerPageChange={(event) => onPageSize(Number(event.target.value))}
      slotProps={{
        actions: isApproximate && rowCount < pageSize ? { nextButton: { disabled: true } } : {},
        toolbar: { sx: { minHeight: 44, pl: { xs: 1 }, flexWrap: { xs: 'wrap', sm: 'nowrap' } } },
        spacer: { sx: { display: { xs: 'none', sm: 'block' } } },
      }}
      sx={{
        overflow: 'visible',
        borderTop: { sm: 1 },
        borderColor: { sm: 'divider' },
        '@media print': { display: 'none' },
      }}
    />
  );
}
