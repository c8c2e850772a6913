import { pictureProblems, type PictureProblem } from '#domain/merchants/company/pictureQuality'

/** Wide enough to detect blur, small enough to process at once. */
const sampleWidth = 800

/** Quality problems of a photograph, detected on the device before upload; none for a PDF. An image that the browser cannot decode is left to the server. */
export async function checkPhoto(file: File): Promise<PictureProblem[]> {
  if (!file.type.startsWith('image/')) return []
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return []
  const whole = { width: bitmap.width, height: bitmap.height }
  const scale = Math.min(1, sampleWidth / whole.width)
  const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  // Relative luminance of red, green and blue (ITU-R BT.601).
  for (let index = 0; index < grey.length; index += 1)
    grey[index] = 0.299 * (data[4 * index] ?? 0) + 0.587 * (data[4 * index + 1] ?? 0) + 0.114 * (data[4 * index + 2] ?? 0)
  return pictureProblems({ width, height, grey }, whole)
}
