import { useEffect, useRef } from 'react'
import { useDrawingWidth } from '../../../platform/ui/charts/useDrawingWidth.ts'
import { usePaper } from './usePaper.ts'

type PaperPictureProps = {
  file: Blob
  label: string
  /** From 1. */
  page?: number
  /** The pages of the file, once they are known; 0: it cannot be shown. */
  onPages?: (pages: number) => void
}

/** A page of a document, as wide as its place: a picture or a PDF, drawn on this device. */
export function PaperPicture({ file, label, page = 1, onPages }: PaperPictureProps) {
  const { opened, failed } = usePaper(file)
  const { place, width } = useDrawingWidth<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (failed) onPages?.(0)
    else if (opened) onPages?.(opened.pages)
  }, [opened, failed, onPages])
  useEffect(() => {
    if (opened && canvas.current && width) void opened.draw(canvas.current, { page, width, turns: 0 })
  }, [opened, page, width])
  return (
    <div ref={place} className="min-w-0">
      {!failed && (
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          aria-busy={!opened}
          className={`block rounded-2 border border-line bg-white ${opened ? '' : 'invisible h-0'}`}
        />
      )}
    </div>
  )
}
