import { latin1 } from './latin1.ts'

/** What one packed piece may unfold to, in bytes: a file made to fill the memory is given up. */
const most = 24_000_000

/** Unpacks deflated data into text, one character a byte; as far as it is whole. */
export async function inflate(bytes: Uint8Array): Promise<string> {
  let text = ''
  try {
    const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate'))
    for (const reader = unpacked.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      text += latin1(value)
      if (text.length > most) {
        await reader.cancel()
        return ''
      }
    }
  } catch {
    // What came before the break stands: many writers leave an end of line behind the data.
  }
  return text
}
