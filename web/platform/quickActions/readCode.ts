/** Looks for a code in what the camera shows at this moment. `barcodes`: not only QR codes. */
export type CodeReader = { barcodes: boolean; read: (video: HTMLVideoElement) => Promise<string | null> }

/** What we use of the platform's own reader (W3C Shape Detection), where there is one. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** QR codes of ours, and the barcodes that order numbers and tickets are printed in. */
const wanted = ['qr_code', 'code_128', 'code_39', 'ean_13', 'itf', 'data_matrix']
/** Width at which our own reader looks, in points: enough for a code at arm's length and quick on an old phone. */
const lookedAt = 800

/** The platform's reader for QR codes and barcodes, else our own for QR codes, fetched when it is needed. */
export async function makeCodeReader(): Promise<CodeReader> {
  const platform = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = platform ? await platform.getSupportedFormats().catch(() => []) : []
  if (platform && formats.includes('qr_code')) {
    const detector = new platform({ formats: wanted.filter((format) => formats.includes(format)) })
    return { barcodes: formats.includes('code_128'), read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null }
  }
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = async (video: HTMLVideoElement): Promise<string | null> => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return null
    const scale = Math.min(1, lookedAt / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decode(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // no code in this picture
      return null
    }
  }
  return { barcodes: false, read }
}
