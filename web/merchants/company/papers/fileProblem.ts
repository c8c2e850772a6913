import { hasPdfSignature, isHeic } from '#domain/merchants/company/fileSignature'

/** Why a file cannot be a certificate or another document; each reason has a message. The server checks further. */
export type FileProblem = 'empty' | 'large' | 'kind' | 'heic' | 'pages'

/** Maximum size in bytes that the server accepts (`contract/merchants/ibans.ts`). */
export const maxBytes = 10_000_000

const images = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

/** Checks a file before upload: its size, its type by its first bytes, and the pages of a PDF as far as they can be counted. */
export async function fileProblem(file: Blob, maxPages: number): Promise<FileProblem | null> {
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'large'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const begins = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
  if (images.some(begins)) return null
  if (!hasPdfSignature(bytes)) return isHeic(bytes) ? 'heic' : 'kind'
  const text = new TextDecoder('latin1').decode(bytes)
  // Pages in compressed object streams are counted by the server only.
  const pages = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  return pages > maxPages ? 'pages' : null
}
