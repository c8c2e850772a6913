import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { picturesIn } from '../brand/emailPictures.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { maxSendMs } from '../outbox/lease.ts'

export type Attachment = { name: string; mediaType: string; content: Uint8Array }

/** `text` and `html` say the same. `id`: the same e-mail however often it is sent: it is stored as a file once, and has one Message-ID. */
export type OutgoingEmail = { to: string; subject: string; text: string; html: string; attachments?: readonly Attachment[]; id?: string }

/** Where e-mails are stored when no SMTP server is configured. */
export const storedMailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')
/** Removed down to this many once there are twice as many: one by one costs more than the e-mail itself. */
const maxStored = 200

type PostConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'> & { brand?: Pick<Config['brand'], 'pictures'> }
type Post = { send(email: OutgoingEmail): Promise<void>; close(): void }

/** Milliseconds. `answer`: for each of the server's answers; `retryDelays`: before each attempt; `total`: for an e-mail, with all attempts and the wait for a connection. */
const timeLimits = { connect: 10_000, answer: 30_000, retryDelays: [0, 1_000, 4_000], total: maxSendMs }
/** Connections of this process, and how long each is kept for the next e-mail: less than servers wait for one. */
const smtpPool = { pool: true, maxConnections: 10, idleTimeout: 5_000, maxRequeues: 0 } as const

/**
 * Sends e-mail by SMTP_URL if it is set, with three attempts; otherwise each e-mail is stored as a file in DATA_DIR/outbox and never sent. `send` rejects when
 * the server did not accept it. Logs neither addresses nor text.
 */
export function makePost(config: PostConfig, log: Log, { connect, answer, retryDelays, total } = timeLimits): Post {
  const write = ({ id, attachments = [], ...email }: OutgoingEmail): SendMailOptions => ({
    from: config.mailFrom,
    ...email,
    attachments: [
      ...picturesIn(email.html, config.brand?.pictures).map(({ cid, png }) => ({
        filename: `${cid}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        content: png,
        cid,
      })),
      ...attachments.map(({ name, mediaType, content }) => ({ filename: name, contentType: mediaType, content: Buffer.from(content) })),
    ],
    ...(id === undefined ? {} : { messageId: `<${id}@${/@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'}>` }),
    textEncoding: 'quoted-printable',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  if (config.smtpUrl === null) {
    const toBytes = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const send = async (email: OutgoingEmail) => {
      const { message } = await toBytes.sendMail(write(email))
      await keep(storedMailFolder(config), message as Buffer, email.id)
      log('info', 'letter_kept')
    }
    return { send, close: () => {} }
  }
  const smtp = createTransport({
    url: config.smtpUrl,
    ...smtpPool,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: answer,
  })
  const send = async (email: OutgoingEmail) => {
    const signal = AbortSignal.timeout(total)
    for (const [attempt, waitMs] of retryDelays.entries()) {
      try {
        await sleep(waitMs, undefined, { signal })
        await smtp.sendMail({ ...write(email), signal })
        return log('info', 'letter_sent')
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        log('warn', 'letter_failed', { attempt: attempt + 1 }, error)
        // A permanent error (5xx) is not retried.
        if (responseCode >= 500 || signal.aborted || attempt === retryDelays.length - 1)
          throw new Error('the e-mail was not accepted by the SMTP server', { cause: error })
      }
    }
  }
  return { send, close: () => smtp.close() }
}

/** Looks for the id among all names, which begin with an instant: a few hundred, and only where nothing is sent. */
async function keep(folder: string, message: Buffer, id: string = randomUUID()): Promise<void> {
  const names = await readdir(folder).catch(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return []
  })
  const mails = names.filter((name) => name.endsWith('.eml'))
  if (mails.some((name) => name.endsWith(`-${id}.eml`))) return
  await writeFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${id}.eml`), message, { mode: 0o600 })
  if (mails.length + 1 < 2 * maxStored) return
  const over = mails.toSorted().slice(0, mails.length + 1 - maxStored)
  await Promise.all(over.map((name) => rm(join(folder, name), { force: true })))
}
