/** The part of a download received so far; `etag` only when the server supports range requests for the file. */
export type PartialFile = { pieces: BlobPart[]; received: number; etag: string | null }

/**
 * A downloaded file with the name that the server gave it. `onProgress`: bytes received so far, and the total when the server sends it; then the chunks
 * are collected in `file`, to which the rest is added after a lost connection.
 */
export async function readFile(
  response: Response,
  onProgress: ((received: number, total: number | null) => void) | undefined,
  file: PartialFile = { pieces: [], received: 0, etag: null },
): Promise<File> {
  const name = /filename="([^"\\/]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'descarga'
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  if (!onProgress || !response.body) return new File([await response.blob()], name, { type })
  // Anything but the requested range restarts the download.
  const rest = response.status === 206
  if (rest && !response.headers.get('content-range')?.startsWith(`bytes ${file.received}-`)) {
    Object.assign(file, { pieces: [], received: 0, etag: null })
    throw new TypeError('Content-Range does not start at the requested offset')
  }
  if (!rest) Object.assign(file, { pieces: [], received: 0, etag: response.headers.get('etag') })
  const length = response.headers.get('content-length')
  const total = length === null ? null : file.received + Number(length)
  for await (const piece of response.body) {
    file.pieces.push(piece)
    file.received += piece.byteLength
    onProgress(file.received, total)
  }
  return new File(file.pieces, name, { type })
}
