import { SvgIcon } from '@mui/material';
import createQrCode from 'qrcode-generator';

/** Modules around the code that stay white, as the standard for QR codes (ISO/IEC 18004) asks. */
const QUIET_ZONE = 4;
const PIXELS = 192;

/** A QR code, black on white in every theme, because that is what cameras read. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const modules = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  const dark = modules.flatMap((y) =>
    modules.flatMap((x) => (code.isDark(y, x) ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const side = modules.length + 2 * QUIET_ZONE;
  return (
    <SvgIcon
      titleAccess={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      sx={{ fontSize: PIXELS, alignSelf: 'center', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </SvgIcon>
  );
}
