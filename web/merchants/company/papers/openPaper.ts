/** How a page is drawn: its width in CSS pixels before turning, and quarter turns clockwise. */
export type View = { page: number; width: number; turns: number }

/** An opened file: its pages are drawn on a canvas. */
export type OpenedPaper = {
  pages: number
  /** Draws a page; a later drawing takes its place. */
  draw(canvas: HTMLCanvasElement, view: View): Promise<void>
  close(): void
}

/** Opens a PDF or a picture. Nothing is fetched: the file's bytes are all that is read. */
export async function openPaper(file: Blob): Promise<OpenedPaper> {
  if (file.type.startsWith('image/')) return openPicture(file)
  const { openPdf } = await import('./pdfPaper.ts')
  return openPdf(file)
}

/** A canvas of more pixels is drawn coarser: browsers refuse larger ones. */
const maxPixels = 16_000_000

/** Gives a canvas its size in CSS pixels; returns how many of its own pixels there are in one. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): number {
  const wanted = Math.min(devicePixelRatio || 1, 2)
  const ratio = Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
  Object.assign(canvas.style, { width: `${Math.round(width)}px`, height: `${Math.round(height)}px` })
  return ratio
}

async function openPicture(file: Blob): Promise<OpenedPaper> {
  const picture = await createImageBitmap(file)
  return {
    pages: 1,
    async draw(canvas, { width, turns }) {
      const isSideways = turns % 2 === 1
      const scale = width / (isSideways ? picture.height : picture.width)
      const height = (isSideways ? picture.width : picture.height) * scale
      const ratio = sizeCanvas(canvas, width, height)
      const context = canvas.getContext('2d')
      context?.translate(canvas.width / 2, canvas.height / 2)
      context?.rotate((turns * Math.PI) / 2)
      context?.scale(scale * ratio, scale * ratio)
      context?.drawImage(picture, -picture.width / 2, -picture.height / 2)
    },
    close: () => picture.close(),
  }
}
