import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file on its way into a zip; what is packed already is not packed again. `isList`: it says what the others are. */
export type ZipEntry = { name: string; isPacked: boolean; isList?: true; pieces: AsyncIterable<string | Uint8Array> }

/** Writes a zip piece by piece, one file after the other, as they are made. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for await (const { name, isPacked, pieces } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const piece of pieces) {
      file.push(typeof piece === 'string' ? strToU8(piece) : piece)
      yield* ready
      ready = []
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready
}
