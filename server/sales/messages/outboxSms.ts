import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { outboxOf } from '../../platform/outbound/post.ts'
import type { SmsProvider } from './smsProvider.ts'

const mostKept = 200

/** Keeps each message as a file beside the letters; nothing is sent. The same id is kept once. */
export function outboxSms(config: Pick<Config, 'dataDir'>): SmsProvider {
  const folder = outboxOf(config)
  return {
    async send({ to, text, id }) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const names = (await readdir(folder)).filter((name) => name.endsWith('.sms')).toSorted()
        if (names.some((name) => name.endsWith(`-${id}.sms`))) return 'sent'
        const sentAt = new Date().toISOString()
        await writeFile(join(folder, `${sentAt.replaceAll(':', '-')}-${id}.sms`), JSON.stringify({ to, text, sentAt }), { mode: 0o600 })
        await Promise.all(names.slice(0, Math.max(0, names.length + 1 - mostKept)).map((name) => rm(join(folder, name), { force: true })))
        return 'sent'
      } catch {
        return 'unreachable'
      }
    },
  }
}
