/** Formats any text as a CSS string. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;·–-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/** The footer of printed pages, for a rule of `@page`: a text, a time and page numbers. */
export const pageFooter = (text: string, time = ''): string => `
  @bottom-left { content: ${cssString(text)}; font: 8pt sans-serif; color: #444; width: 75%; text-align: left }
  @bottom-right { content: ${cssString(time)} "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; color: #444; white-space: nowrap }`;

/** The paper of a printed page, with a footer and page numbers. */
export const pageStyles = (footer: string, isLandscape: boolean): string => `
@page {
  size: letter ${isLandscape ? 'landscape' : 'portrait'};
  margin: 0.5in 0.5in 0.7in;${pageFooter(footer)}
}
`;

/** Styles that print only the sheet, in landscape, with a footer and page numbers. */
export const reportStyles = (footer: string): string => `
${pageStyles(footer, true)}
@media screen { [data-print-sheet] { display: none } }
@media print {
  body > :not([data-print-sheet]) { display: none !important }
  html, body { margin: 0; padding: 0; background: #fff !important; color: #000 !important }
}
[data-print-sheet] { font-size: 9pt; line-height: 1.35; print-color-adjust: exact }
[data-print-sheet] p { margin: 0 0 4pt }
[data-print-sheet] h1 { font-size: 15pt; margin: 0 0 6pt }
[data-print-sheet] dl { display: flex; flex-wrap: wrap; gap: 2pt 24pt; margin: 0 0 8pt }
[data-print-sheet] dl > div { display: flex; gap: 5pt }
[data-print-sheet] dt { color: #444 }
[data-print-sheet] dd { margin: 0; font-weight: 600 }
[data-print-sheet] table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
[data-print-sheet] th { font-weight: 600; border-bottom: 1pt solid #444 }
[data-print-sheet] td { border-bottom: 0.5pt solid #bbb }
[data-print-sheet] :is(th, td) { padding: 3pt 4pt; vertical-align: middle }
[data-print-sheet] thead { display: table-header-group }
[data-print-sheet] tr { break-inside: avoid }
`;
