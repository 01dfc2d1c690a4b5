import { createPortal } from 'react-dom';
import type { Column } from './data-table/types.ts';
import { reportStyles } from './print-styles.ts';
import { PrintButton } from './PrintButton.tsx';
import { useWhilePrinting } from './use-while-printing.ts';

export interface PrintedReport<Row, K extends string> {
  readonly title: string;
  readonly practice: string;
  /** The filters of the rows, for example ["Week", "11/16/2026 – 11/22/2026"]. */
  readonly filter: readonly (readonly [label: string, value: string])[];
  /** Totals above the table. */
  readonly figures?: readonly (readonly [label: string, value: string])[];
  readonly note?: string | undefined;
  readonly columns: readonly Column<Row, K>[];
  /** All matching rows in display order, not only the current page. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

interface PrintReportProps<Row, K extends string> {
  /** Undefined while there is nothing to print. */
  readonly report: PrintedReport<Row, K> | undefined;
}

/** The Print button of a report. The browser's print command prints the same report instead of the screen. */
export function PrintReport<Row, K extends string>({ report }: PrintReportProps<Row, K>) {
  const isPrinting = useWhilePrinting(() => true) ?? false;
  return (
    <>
      <PrintButton disabled={report === undefined} onPrint={() => window.print()} />
      {isPrinting && report !== undefined
        ? createPortal(<ReportSheet report={report} />, document.body)
        : null}
    </>
  );
}

function ReportSheet<Row, K extends string>({ report }: { readonly report: PrintedReport<Row, K> }) {
  const { title, practice, filter, figures = [], note, columns, rows, rowKey } = report;
  const footer = [practice, title, ...filter.map(([label, value]) => `${label}: ${value}`)].join(' · ');
  return (
    <div data-print-sheet="">
      <style>{reportStyles(footer)}</style>
      <p>{practice}</p>
      <h1>{title}</h1>
      <dl>
        {[...filter, ...figures].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p>{note}</p>}
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, align = 'left' }) => (
              <th key={id} scope="col" style={{ textAlign: align }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, render, caption, align = 'left' }) => (
                <td key={id} style={{ textAlign: align }}>
                  {render(row)}
                  {caption === undefined ? null : <div>{caption(row)}</div>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
