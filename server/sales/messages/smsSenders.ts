import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignedRequest } from '../../money/payments/cardProvider.ts'
import { loadPartner } from '../../money/payments/partnerModules.ts'
import type { Config } from '../../platform/config/config.ts'
import { storedMailFolder } from '../../platform/outbound/post.ts'
import { traceHeaders } from '../../platform/tracing/spans.ts'
import { twilioSms } from './twilioSms.ts'
import type { SmsReceipt, SmsOutcome, SmsProvider } from './smsProvider.ts'

const timeoutMs = 5_000

type HttpSmsSettings = { url: string; token: string }

/**
 * Sends over HTTP: a JSON POST `{to, text, id}`, with `reference` where receipts are wanted (docs/partners.md#text-messages), with a bearer token and the id as Idempotency-Key, as accepted by a gateway or a small relay before one. 2xx:
 * accepted; 408, 425, 429 and 5xx: retry; any other answer: rejected.
 */
export function httpSms({ url, token }: HttpSmsSettings): SmsProvider {
  return {
    receipts: token === '' ? null : { name: 'sms', verify: (request) => verifyReceipt(token, request) },
    async send({ to, text, id, about }): Promise<SmsOutcome> {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
            ...traceHeaders(),
          },
          body: JSON.stringify({ to: `+34${to}`, text, id, reference: token === '' ? undefined : about }),
        })
        await answer.body?.cancel()
        if (answer.ok) return 'sent'
        return answer.status >= 500 || [408, 425, 429].includes(answer.status) ? 'unreachable' : 'rejected'
      } catch {
        return 'unreachable'
      }
    },
  }
}

const tooOldMs = 300_000
const receiptStates = ['sent', 'delivered', 'failed'] as const

/** `x-signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body" with SMS_TOKEN>`; the body is `{"id", "reference", "status"}`. */
function verifyReceipt(token: string, { headers, body, now }: SignedRequest): SmsReceipt | null {
  const content = body.toString('utf8')
  const [, timestamp = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
  const expected = createHmac('sha256', token).update(`${timestamp}.${content}`).digest('hex')
  if (signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > tooOldMs) return null
  const { id, reference, status } = JSON.parse(content) as Record<string, unknown> // each is checked below
  const state = receiptStates.find((one) => one === status)
  return typeof id === 'string' && typeof reference === 'string' && state ? { id: `${id}:${state}`, state, about: reference } : null
}

const maxStoredLength = 200

/** Writes each message to a file beside the e-mails; nothing is sent. The same id is written once. */
function storedSms(config: Pick<Config, 'dataDir'>): SmsProvider {
  const folder = storedMailFolder(config)
  return {
    async send({ to, text, id }) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const names = (await readdir(folder)).filter((name) => name.endsWith('.sms')).toSorted()
        if (names.some((name) => name.endsWith(`-${id}.sms`))) return 'sent'
        const sentAt = new Date().toISOString()
        await writeFile(join(folder, `${sentAt.replaceAll(':', '-')}-${id}.sms`), JSON.stringify({ to, text, sentAt }), { mode: 0o600 })
        await Promise.all(names.slice(0, Math.max(0, names.length + 1 - maxStoredLength)).map((name) => rm(join(folder, name), { force: true })))
        return 'sent'
      } catch {
        return 'unreachable'
      }
    },
  }
}

/** The SMS partner of this installation; without one each message is a file in DATA_DIR/outbox. */
export async function makeSms({ sms, dataDir, partnerSetting, publicUrl }: Pick<Config, 'sms' | 'dataDir' | 'partnerSetting' | 'publicUrl'>): Promise<SmsProvider> {
  if (sms.name === 'module') {
    type Loaded = SmsProvider & { name: string; verifyReceipt?: (request: SignedRequest) => SmsReceipt | null }
    const adapter = await loadPartner<Loaded>({ kind: 'sms', setting: 'SMS_PROVIDER', path: sms.path, read: partnerSetting, publicUrl })
    const receipts = adapter.verifyReceipt
      ? { name: adapter.name, verify: (request: SignedRequest) => adapter.verifyReceipt?.(request) ?? null }
      : null
    return { send: (message) => adapter.send(message), receipts }
  }
  if (sms.name === 'twilio') return twilioSms(sms)
  return sms.name === 'http' ? httpSms(sms) : storedSms({ dataDir })
}
