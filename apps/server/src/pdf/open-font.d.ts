/** pdfkit draws with fontkit's fonts and takes them as they are, which its types do not say. */
declare namespace PDFKit.Mixins {
  interface OpenFont {
    readonly postscriptName: string;
    layout(text: string): object;
  }
  interface PDFFont {
    registerFont(name: string, font: OpenFont): this;
  }
}

declare module 'fontkit' {
  export function create(file: Uint8Array): PDFKit.Mixins.OpenFont;
}
