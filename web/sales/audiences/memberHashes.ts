import { type IdentifierType, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import { sha256 } from '../../platform/lists/sha256.ts'
import { pause } from './pause.ts'

/** Batch size between pauses. */
const batchSize = 500
const encoder = new TextEncoder()

/** SHA-256 of a text; without HTTPS the browser has no `crypto.subtle`, so a script computes it. */
async function digestOf(text: string): Promise<Uint8Array> {
  const bytes = encoder.encode(text)
  // Missing in insecure contexts, although its type says otherwise.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const hex = await sha256(piecesOf(bytes))
  return Uint8Array.from({ length: MEMBER_BYTES }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

// A stream with a single chunk.
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Hashes of normalized identifiers, {@link MEMBER_BYTES} bytes each, concatenated: the only data of a customer file
 * that leaves this computer. Reports its progress, yields to the event loop between batches, and rejects with the signal's reason when aborted.
 */
export async function memberHashes(
  members: ReadonlySet<string>,
  type: IdentifierType,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const hashes = new Uint8Array(members.size * MEMBER_BYTES)
  const all = [...members]
  for (let at = 0; at < all.length; at += batchSize) {
    signal.throwIfAborted()
    const digests = await Promise.all(all.slice(at, at + batchSize).map((member) => digestOf(memberText(type, member))))
    digests.forEach((digest, nth) => hashes.set(digest, (at + nth) * MEMBER_BYTES))
    onShare(Math.min(1, (at + batchSize) / all.length))
    await pause()
  }
  return hashes
}

/** Hash of one normalized identifier, hexadecimal. */
export async function memberHash(member: string, type: IdentifierType): Promise<string> {
  const digest = await digestOf(memberText(type, member))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
