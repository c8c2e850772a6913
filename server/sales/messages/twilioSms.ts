import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TwilioConfig } from '../../platform/config/smsConfig.ts'
import type { SignedRequest } from '../../money/payments/cardProvider.ts'
import type { SmsReceipt, SmsProvider } from './smsProvider.ts'

const timeoutMs = 5_000
/** Numbers that can never receive a message, by Twilio's codes: invalid, unreachable by this sender, opted out, not a mobile. */
const rejected: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 21_610, 21_612, 21_614])

const receipts: Readonly<Record<string, SmsReceipt['state']>> = { delivered: 'delivered', undelivered: 'failed', failed: 'failed' }

/**
 * Sends by Twilio's API: form-encoded, with basic authentication; its signed status callbacks are the receipts. It has no idempotency keys: a message whose
 * answer was lost is looked for among the last ones to that number before it is sent again.
 */
export function twilioSms({ url, accountSid, authToken, from, publicUrl }: TwilioConfig): SmsProvider {
  const messages = `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const request = (address: string, init: RequestInit = {}) =>
    fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization, accept: 'application/json', ...(init.body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    })
  const wasSent = async (to: string, text: string): Promise<boolean> => {
    const answer = await request(`${messages}?${new URLSearchParams({ To: to, PageSize: '20' }).toString()}`)
    if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`)
    const { messages: last } = (await answer.json()) as { messages: { body: string; status: string }[] } // the API's shape
    return last.some(({ body, status }) => body === text && status !== 'failed')
  }
  return {
    async send({ to: national, text, about, again = false }) {
      const to = `+34${national}`
      try {
        if (again && (await wasSent(to, text))) return 'sent'
        const fields = new URLSearchParams({ To: to, From: from, Body: text })
        if (about !== undefined) fields.set('StatusCallback', callbackUrl(publicUrl, about))
        const answer = await request(messages, { method: 'POST', body: fields })
        const body = (await answer.json()) as { code?: number } // the API's shape
        if (answer.ok) return 'sent'
        return answer.status === 400 && rejected.has(body.code ?? 0) ? 'rejected' : 'unreachable'
      } catch {
        return 'unreachable'
      }
    },
    receipts: { name: 'twilio', verify: (request_) => verifyReceipt(authToken, request_) },
  }
}

const callbackUrl = (publicUrl: string, about: string) => `${publicUrl}/partners/twilio/events?about=${encodeURIComponent(about)}`

/** Twilio's signature: an HMAC-SHA1 of the address that it called and of the form's fields, sorted by name. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  const sorted = [...fields].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return createHmac('sha1', authToken)
    .update(url + sorted.map(([name, value]) => name + value).join(''))
    .digest('base64')
}

function verifyReceipt(authToken: string, { headers, body, url = '' }: SignedRequest): SmsReceipt | null {
  const fields = new URLSearchParams(body.toString('utf8'))
  const [sentSignature, expected] = [Buffer.from(String(headers['x-twilio-signature'])), Buffer.from(twilioSignature(authToken, url, fields))]
  if (sentSignature.length !== expected.length || !timingSafeEqual(sentSignature, expected)) return null
  const [id, status] = [fields.get('MessageSid'), fields.get('MessageStatus')]
  const about = URL.parse(url)?.searchParams.get('about')
  if (!id || !status || !about) return null
  return { id: `${id}:${status}`, state: receipts[status] ?? 'sent', about }
}
