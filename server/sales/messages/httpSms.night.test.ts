import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { makePost, storedMailFolder } from '../../platform/outbound/post.ts'
import { httpSms, makeSms } from './smsSenders.ts'

let gateway: Server | undefined
afterEach(async () => {
  gateway?.closeAllConnections()
  await new Promise((resolve) => (gateway ? gateway.close(resolve) : resolve(undefined)))
  gateway = undefined
})

type Heard = { headers: IncomingHttpHeaders; body: string }

/** A gateway that answers each message with a status, or never when it is 0. */
async function open(status: number): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = []
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      if (status > 0) response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => gateway?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`, heard }
}
const message = { to: '612345678', text: 'Hola ñ', id: 'delivery-1' }

describe('the HTTP sender', () => {
  it('sends the message with its id and the token', async () => {
    const { url, heard } = await open(202)
    expect(await httpSms({ url, token: 'secret' }).send(message)).toBe('sent')
    expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'idempotency-key': 'delivery-1', 'content-type': 'application/json' })
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ to: '+34612345678', text: 'Hola ñ', id: 'delivery-1' })
  })

  it.each([
    [400, 'rejected'],
    [404, 'rejected'],
    [302, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ] as const)('%i is %s', async (status, outcome) => {
    const { url } = await open(status)
    expect(await httpSms({ url, token: '' }).send(message)).toBe(outcome)
  })

  it('times out, and does not throw when the gateway is unreachable', async () => {
    const { url } = await open(0)
    expect(await httpSms({ url, token: '' }).send(message)).toBe('unreachable')
    expect(await httpSms({ url: 'http://127.0.0.1:9/', token: '' }).send(message)).toBe('unreachable')
  })
})

describe('the outbox sender', () => {
  it('writes each message once beside the e-mails, readable by the owner only', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-sms-'))
    try {
      const sms = await makeSms({ sms: { name: 'files' }, dataDir, partnerSetting: () => '', publicUrl: '' })
      const post = makePost({ smtpUrl: null, mailFrom: 'T <t@t.test>', dataDir }, () => {})
      await post.send({ to: 'ana@correo.test', subject: 'Una carta', text: 'x', html: '<p>x</p>' })
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect([await sms.send(message), await sms.send(message)]).toEqual(['sent', 'sent'])
      expect((await storedMail({ dataDir })).map(({ way, to, text }) => `${way} ${to} ${text}`)).toEqual(['sms 612345678 Hola ñ', 'email ana@correo.test x'])
      const file = readdirSync(storedMailFolder({ dataDir })).find((name) => name.endsWith('.sms')) ?? ''
      expect(statSync(join(storedMailFolder({ dataDir }), file)).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
