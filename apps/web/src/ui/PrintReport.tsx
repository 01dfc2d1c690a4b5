import { createPortal } from 'react-dom';
import { usePractice } from '#lib/query/use-practice.ts';
import type { Column } from './data-table/types.ts';
import { Letterhead, type LetterheadProps } from './Letterhead.tsx';
import { reportStyles } from './print-styles.ts';
import { PrintButton } from './PrintButton.tsx';
import { usePrintedBy } from './use-printed-by.ts';
import { useWhilePrinting } from './use-while-printing.ts';

export interface PrintedReport<Row, K extends string> {
  readonly title: string;
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
  const practice = usePractice().data;
  return (
    <>
      <PrintButton disabled={report === undefined || practice === undefined} onPrint={() => window.print()} />
      {isPrinting && report !== undefined && practice !== undefined
        ? createPortal(<ReportSheet report={report} practice={practice} />, document.body)
        : null}
    </>
  );
}

interface ReportSheetProps<Row, K extends string> extends LetterheadProps {
  readonly report: PrintedReport<Row, K>;
}

function ReportSheet<Row, K extends string>({ report, practice }: ReportSheetProps<Row, K>) {
  const { title, filter, figures = [], note, columns, rows, rowKey } = report;
  const printedBy = usePrintedBy();
  const footer = [title, ...filter.map(([label, value]) => `${label}: ${value}`), printedBy()].join(' · ');
  return (
    <div data-print-sheet="">
      <style>{reportStyles(footer)}</style>
      <Letterhead practice={practice} />
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
