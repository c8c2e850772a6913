import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { storedMailFolder } from '../../platform/outbound/post.ts'

/** A text message. `id` is our id and the provider's idempotency key: repeated with the same id it is sent once. */
export type Sms = { to: string; text: string; id: string }

/** `rejected`: this number can never receive it; `unreachable`: whether it was sent is unknown, and a retry finds out. */
export type SmsOutcome = 'sent' | 'rejected' | 'unreachable'

/** An SMS provider. Never throws. `to`: nine national digits of Spain. */
export type SmsProvider = { send(sms: Sms): Promise<SmsOutcome> }

const timeoutMs = 5_000

type HttpSmsSettings = { url: string; token: string }

/**
 * Sends over HTTP: a JSON POST `{to, text, id}` with a bearer token and the id as Idempotency-Key, as accepted by a gateway or a small relay before one. 2xx:
 * accepted; 408, 425, 429 and 5xx: retry; any other answer: rejected.
 */
export function httpSms({ url, token }: HttpSmsSettings): SmsProvider {
  return {
    async send({ to, text, id }): Promise<SmsOutcome> {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ to: `+34${to}`, text, id }),
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

/** Sends text messages over SMS_URL when it is set; otherwise writes each to a file in DATA_DIR/outbox. */
export const makeSms = (config: Pick<Config, 'smsUrl' | 'smsToken' | 'dataDir'>): SmsProvider =>
  config.smsUrl === null ? storedSms(config) : httpSms({ url: config.smsUrl, token: config.smsToken })
