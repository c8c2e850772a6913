import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeOutbound } from '../platform/outbound/outbound.ts'
import { makeWebPush, type WebPush } from '../platform/outbound/webPush.ts'
import type { Services } from '../platform/calls/call.ts'

type Got = { path: string; headers: Record<string, string>; body: Buffer }
/** A local push service (RFC 8030): it records requests and answers 201, at `/answers-410/…` 410, at `/hangs/…` never. */
export type PushReceiver = { url: string; got: Got[]; push: WebPush; close(): Promise<void> }

/** `push` can reach it, which the product's client cannot, with a timeout of a fifth of a second for the hanging address; everything else uses the guarded outbound client. */
export async function startPushReceiver({ config, outbound }: Services): Promise<PushReceiver> {
  const got: Got[] = []
  const open = makeOutbound({ privateAddresses: 'sandbox' })
  const service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      got.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(parts) }) // none of the headers used occurs twice
      const [, status] = /\/answers-(\d{3})/.exec(path) ?? []
      if (!path.startsWith('/hangs/')) response.writeHead(Number(status ?? 201), { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}` // it listens on a port
  const sender = { privateKey: config.pushKey, subject: `mailto:${config.brand.supportEmail}` }
  const push = makeWebPush(sender, {
    ...outbound,
    send: (request) =>
      request.url.startsWith(url)
        ? open.send({ ...request, mode: 'sandbox', timeoutMs: request.url.startsWith(`${url}/hangs/`) ? 200 : 60_000 })
        : outbound.send(request),
  })
  return {
    url,
    got,
    push,
    async close() {
      open.close()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    },
  }
}

/** Decrypts a push message as its browser does (RFC 8188 §2, RFC 8291 §3): written from the two standards only, so that it verifies the sender. */
export function openPush(body: Uint8Array, browser: ECDH, auth: Uint8Array): string {
  const bytes = Buffer.from(body)
  const salt = bytes.subarray(0, 16)
  const keyLength = bytes.readUInt8(20)
  const sender = bytes.subarray(21, 21 + keyLength)
  const [record, mark] = [bytes.subarray(21 + keyLength, -16), bytes.subarray(-16)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const opening = createDecipheriv('aes-128-gcm', key, nonce)
  opening.setAuthTag(mark)
  const padded = Buffer.concat([opening.update(record), opening.final()])
  const end = padded.lastIndexOf(2)
  if (bytes.readUInt32BE(16) < record.length + 16 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
  return padded.subarray(0, end).toString('utf8')
}
