import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** `border`: the quiet zone in modules, as the standard requires (ISO/IEC 18004). */
function drawingOf(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const modules = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: modules.join('') }
}

/** A text as a QR code, black on white also in the dark theme, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="qr-code">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#1e1a16" />
    </svg>
  )
}
