import { type OpenedPaper, sizeCanvas } from './openedPaper.ts'

/** Opens a PDF or a picture. Nothing is fetched: the file's bytes are all that is read. */
export async function openPaper(file: Blob): Promise<OpenedPaper> {
  if (file.type.startsWith('image/')) return openPicture(file)
  const { openPdf } = await import('./pdfPaper.ts')
  return openPdf(file)
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
