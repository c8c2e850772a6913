import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of a zip; `isPacked`: already compressed, so only stored. `isList`: the list of the other files. */
export type ZipEntry = { name: string; isPacked: boolean; isList?: true; pieces: AsyncIterable<string | Uint8Array> }

/** Streams a zip, one file after the other, as they are generated. */
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
