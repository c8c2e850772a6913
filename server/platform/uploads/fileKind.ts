import { hasPdfSignature } from '#domain/merchants/company/fileSignature'

/** Types of files that may be uploaded. */
export type FileKind = 'application/pdf' | 'image/jpeg' | 'image/png'

/** Their file extensions. */
export const fileEnding: Readonly<Record<FileKind, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

const beginnings: readonly [FileKind, readonly number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
]

/** The type of a file by its signature (magic number), whatever its name or declared type; undefined when it is not accepted. */
export function fileKind(bytes: Uint8Array): FileKind | undefined {
  if (hasPdfSignature(bytes)) return 'application/pdf'
  return beginnings.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0]
}
