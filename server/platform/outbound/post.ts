import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'

/** With an `id` it is the same letter however often it is handed over: it is kept once, and leaves with one Message-ID. */
type Email = { to: string; subject: string; text: string; id?: string }

/** Where letters are kept when no outgoing mail is set up. */
export const outboxOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')
const mostKept = 200
const tries = [0, 1_000, 4_000]

/**
 * The post: over SMTP_URL when it is set, three tries on a bad line; otherwise each letter is a file in the outbox and
 * is never sent. Rejects when a letter could not be handed over. The log tells neither address nor text.
 */
export function makePost(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): (letter: Email) => Promise<void> {
  const write = ({ id, ...letter }: Email): SendMailOptions => ({
    from: config.mailFrom,
    ...letter,
    ...(id === undefined ? {} : { messageId: `<${id}@${/@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'}>` }),
    textEncoding: 'quoted-printable',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  if (config.smtpUrl === null) {
    const toBytes = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (letter) => {
      const { message } = await toBytes.sendMail(write(letter))
      await keep(outboxOf(config), message as Buffer, letter.id)
      log('info', 'letter_kept')
    }
  }
  const smtp = createTransport(config.smtpUrl, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object)
  return async (letter) => {
    for (const [attempt, waitMs] of tries.entries()) {
      await sleep(waitMs)
      try {
        await smtp.sendMail(write(letter))
        return log('info', 'letter_sent')
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        log('warn', 'letter_failed', { attempt: attempt + 1 }, error)
        // A refusal for good (5xx) does not get better by asking again.
        if (responseCode >= 500 || attempt === tries.length - 1) throw new Error('the letter could not be handed over', { cause: error })
      }
    }
  }
}

async function keep(folder: string, message: Buffer, id: string = randomUUID()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  if (kept.some((name) => name.endsWith(`-${id}.eml`))) return
  await writeFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${id}.eml`), message, { mode: 0o600 })
  const over = kept.toSorted().slice(0, Math.max(0, kept.length + 1 - mostKept))
  await Promise.all(over.map((name) => rm(join(folder, name), { force: true })))
}
