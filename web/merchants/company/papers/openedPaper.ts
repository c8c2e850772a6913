/** How a page is drawn: its width in CSS pixels before turning, and quarter turns clockwise. */
type View = { page: number; width: number; turns: number }

/** An opened file: its pages are drawn on a canvas. */
export type OpenedPaper = {
  pages: number
  /** Draws a page; a later drawing takes its place. */
  draw(canvas: HTMLCanvasElement, view: View): Promise<void>
  close(): void
}

/** A canvas of more pixels is drawn coarser: browsers refuse larger ones. */
const maxPixels = 16_000_000

/** Gives a canvas its size in CSS pixels; returns how many of its own pixels there are in one. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): number {
  const scale = Math.min(devicePixelRatio || 1, 2)
  const ratio = Math.min(scale, Math.sqrt(maxPixels / (width * height)))
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
  Object.assign(canvas.style, { width: `${Math.round(width)}px`, height: `${Math.round(height)}px` })
  return ratio
}
