import { type IdentifierType, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import { sha256 } from '../../platform/lists/sha256.ts'
import { pause } from './pause.ts'

/** How many are hashed before the page has its turn. */
const atATime = 500
const encoder = new TextEncoder()

/** The SHA-256 of a text; pages without HTTPS have none of the browser's own. */
async function digestOf(text: string): Promise<Uint8Array> {
  const bytes = encoder.encode(text)
  // Its type does not say so, but it is missing there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const hex = await sha256(piecesOf(bytes))
  return Uint8Array.from({ length: MEMBER_BYTES }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

// A stream of one piece.
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * The hashes of identifiers in their one spelling, {@link MEMBER_BYTES} bytes each, one after the other: all that ever leaves this computer of a
 * file of customers. Tells the share that is done, and lets the page live meanwhile; gives up with the signal's reason.
 */
export async function memberHashes(
  members: ReadonlySet<string>,
  type: IdentifierType,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const hashes = new Uint8Array(members.size * MEMBER_BYTES)
  const all = [...members]
  for (let at = 0; at < all.length; at += atATime) {
    signal.throwIfAborted()
    const digests = await Promise.all(all.slice(at, at + atATime).map((member) => digestOf(memberText(type, member))))
    digests.forEach((digest, nth) => hashes.set(digest, (at + nth) * MEMBER_BYTES))
    onShare(Math.min(1, (at + atATime) / all.length))
    await pause()
  }
  return hashes
}

/** The hash of one identifier in its one spelling, hexadecimal. */
export async function memberHash(member: string, type: IdentifierType): Promise<string> {
  const digest = await digestOf(memberText(type, member))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
