/** Decodes a code in the camera’s current frame. `barcodes`: not only QR codes. */
type CodeReader = { barcodes: boolean; read: (video: HTMLVideoElement) => Promise<string | null> }

/** The part we use of the browser’s own BarcodeDetector (W3C Shape Detection), where available. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** Our own QR codes, and the barcode formats of order numbers and tickets. */
const readFormats = ['qr_code', 'code_128', 'code_39', 'ean_13', 'itf', 'data_matrix']
/** Width in pixels of the frame given to our own decoder: enough for a code at arm’s length and fast on an old phone. */
const frameWidth = 800

/** Our own decoder for QR codes, loaded on demand: the text of a frame’s code, or null without one. */
export async function loadDecoder(): Promise<(frame: Pick<ImageData, 'width' | 'height' | 'data'>) => string | null> {
  const { default: decode } = await import('qr/decode.js')
  return (frame) => {
    try {
      return decode(frame)
    } catch {
      return null
    }
  }
}

/** The browser’s decoder for QR codes and barcodes, else our own for QR codes. */
export async function makeCodeReader(): Promise<CodeReader> {
  const platform = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = platform ? await platform.getSupportedFormats().catch(() => []) : []
  if (platform && formats.includes('qr_code')) {
    const detector = new platform({ formats: readFormats.filter((format) => formats.includes(format)) })
    return { barcodes: formats.includes('code_128'), read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null }
  }
  const decode = await loadDecoder()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = async (video: HTMLVideoElement): Promise<string | null> => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return null
    const scale = Math.min(1, frameWidth / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decode(context.getImageData(0, 0, canvas.width, canvas.height))
  }
  return { barcodes: false, read }
}
