import makeCode from 'qrcode-generator'
import { useMemo } from 'react'

/** Empty modules around a code, as its standard asks (ISO/IEC 18004). */
const quiet = 4

function drawingOf(text: string): { size: number; path: string } {
  const code = makeCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const modules: string[] = []
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) modules.push(`M${column + quiet} ${row + quiet}h1v1h-1z`)
  return { size: count + 2 * quiet, path: modules.join('') }
}

/** A text as a QR code, black on white also in the dark: a phone's camera has to read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="qr-code">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#1e1a16" />
    </svg>
  )
}
