import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailServer } from '../../testing/outbox/mailServer.ts'
import { readEmail, storedMail } from './storedMail.ts'
import { makePost, storedMailFolder } from './post.ts'

const letter = {
  to: 'ana.núñez@tienda.test',
  subject: 'Tu contraseña ha cambiado: ¡ñandú y más palabras para que la línea sea larga de verdad!',
  html: '<p style="color:#1e1a16">Hola, Íñigo:</p>',
  text: `Hola, Íñigo:\n\nhttps://tienda.test/new-password?uuid=1&token=${'x='.repeat(40)}\n\n.\nFin = 100 %`,
}
const mailFrom = 'Trastienda <ayuda@tienda.test>'
const logged: string[] = []
const log = (level: string, event: string, facts: object = {}) => void logged.push(`${level} ${event} ${JSON.stringify(facts)}`)

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trastienda-post-'))
  logged.length = 0
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('over SMTP', () => {
  const posts: ReturnType<typeof makePost>[] = []
  function post(smtpUrl: string, ...timeLimits: [Parameters<typeof makePost>[2]?]) {
    const ownPost = makePost({ smtpUrl, mailFrom, dataDir }, log, ...timeLimits)
    posts.push(ownPost)
    return ownPost
  }
  async function close(server: { close(): Promise<void> }): Promise<void> {
    posts.splice(0).forEach((one) => one.close())
    await server.close()
  }

  it('sends the whole e-mail, as HTML and as text, with its attachments', async () => {
    const server = await mailServer()
    const attachments = [{ name: 'contrato-PED-7.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7 ñ') }]
    await post(server.url).send({ ...letter, to: 'ana@tienda.test', attachments })
    await close(server)
    const [heard] = server.heard
    expect([heard?.from, heard?.to]).toEqual(['ayuda@tienda.test', ['ana@tienda.test']])
    expect(heard?.text).toContain('From: Trastienda <ayuda@tienda.test>')
    expect(heard?.text).toContain('Auto-Submitted: auto-generated')
    expect(heard?.text).toContain('Content-Type: multipart/alternative;')
    const read = await readEmail(Buffer.from(heard?.text ?? '', 'utf8'))
    expect([read.subject, read.text, read.html.trim()]).toEqual([letter.subject, letter.text, letter.html])
    expect(read.attachments.map(({ name, mediaType, content }) => [name, mediaType, Buffer.from(content).toString('utf8')])).toEqual([
      ['contrato-PED-7.pdf', 'application/pdf', '%PDF-1.7 ñ'],
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('retries after temporary errors', async () => {
    const server = await mailServer([451])
    await post(server.url).send(letter)
    await close(server)
    expect([server.heard.length, server.tries()]).toEqual([1, 2])
  })

  it('gives up at once on a permanent error, and logs it without address or text', async () => {
    const server = await mailServer([550, 550, 550])
    await expect(post(server.url).send(letter)).rejects.toThrow('not accepted')
    await close(server)
    expect(server.tries()).toBe(1)
    expect(logged.join('\n')).not.toMatch(/ana|token|contraseña/)
  })

  it('is not vulnerable to header injection by line breaks', async () => {
    const server = await mailServer()
    await post(server.url)
      .send({ to: 'ana@tienda.test', subject: 'Hola\r\nBcc: otro@x.test\r\n\r\nx', text: 'x', html: 'x' })
      .catch(() => {})
    await close(server)
    for (const { to, text } of server.heard) {
      expect(to).toEqual(['ana@tienda.test'])
      expect(text).not.toMatch(/^Bcc:/m)
    }
  })

  it('sends several e-mails over one connection, and another one once the server has closed it', async () => {
    const server = await mailServer()
    const { send } = post(server.url)
    await send(letter)
    await send(letter)
    expect(server.connections()).toBe(1)
    server.endConnections()
    await send(letter)
    expect([server.heard.length, server.connections()]).toEqual([3, 2])
    await close(server)
  })

  const failures = () => logged.filter((line) => line.includes('letter_failed')).length

  /** A server that says what it is told to and nothing else; it hangs up after 5 s. */
  async function slowServer(answer: (socket: Socket) => void) {
    let hungUp = 0
    const server = createServer((socket) => {
      const later = setTimeout(() => socket.destroy(new Error(`hung up ${(hungUp += 1)}`)), 5_000)
      socket.on('error', () => {}).once('close', () => clearTimeout(later))
      socket.resume()
      answer(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return {
      url: `smtp://127.0.0.1:${port}`,
      hungUp: () => hungUp,
      close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    }
  }

  it.each([
    { silence: 'accepts the connection and never answers', limits: { connect: 50, answer: 60_000 }, greeting: '' },
    { silence: 'greets and then never answers', limits: { connect: 60_000, answer: 50 }, greeting: '220 mail.test\r\n' },
  ])('gives up on a server that $silence', async ({ limits, greeting }) => {
    const server = await slowServer((socket) => void socket.write(greeting))
    const { send } = post(server.url, { ...limits, retryDelays: [0, 10], total: 60_000 })
    await expect(send(letter)).rejects.toThrow('not accepted')
    expect([failures(), server.hungUp()]).toEqual([2, 0])
    await close(server)
  })

  it('gives up on e-mails that take too long altogether, whether the server is slow with each answer or they wait for a connection', async () => {
    // Accepts each e-mail, but not before five answers.
    const server = await slowServer((socket) => {
      const say = (line: string) => void setTimeout(() => socket.writable && socket.write(`${line}\r\n`), 100)
      say('220 mail.test')
      let isText = false
      createInterface(socket).on('line', (line) => {
        if (isText && line !== '.') return
        isText = line === 'DATA'
        say(isText ? '354 go on' : '250 ok')
      })
    })
    const { send } = post(server.url, { connect: 60_000, answer: 60_000, retryDelays: [0, 0, 0], total: 300 })
    // More than there are connections.
    const ends = await Promise.allSettled(Array.from({ length: 12 }, () => send(letter)))
    expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'))
    expect([failures(), server.hungUp()]).toEqual([12, 0])
    await close(server)
  })
})

describe('without SMTP', () => {
  it('stores each e-mail as a file that is read back unchanged, newest first', async () => {
    const post = makePost({ smtpUrl: null, mailFrom, dataDir }, log)
    await post.send(letter)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await post.send({ ...letter, subject: 'La segunda' })
    const letters = await storedMail({ dataDir })
    expect(letters.map(({ subject }) => subject)).toEqual(['La segunda', letter.subject])
    expect([letters[1]?.to, letters[1]?.text]).toEqual([letter.to, letter.text])
    expect(Math.abs(Date.now() - (letters[1]?.sentAt.getTime() ?? 0))).toBeLessThan(600_000)
  })

  it('stores an e-mail with an id once, however often it is sent', async () => {
    const post = makePost({ smtpUrl: null, mailFrom, dataDir }, log)
    await post.send({ ...letter, id: 'digest-1' })
    await post.send({ ...letter, id: 'digest-1' })
    await post.send({ ...letter, id: 'digest-2' })
    expect(await storedMail({ dataDir })).toHaveLength(2)
  })

  it('stores files that only this user can read', async () => {
    await makePost({ smtpUrl: null, mailFrom, dataDir }, log).send(letter)
    const folder = storedMailFolder({ dataDir })
    expect([folder, join(folder, readdirSync(folder)[0] ?? '')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  })

  it('keeps the latest two hundred once there are twice as many', async () => {
    const post = makePost({ smtpUrl: null, mailFrom, dataDir }, log)
    await post.send(letter)
    const folder = storedMailFolder({ dataDir })
    for (let nth = 0; nth < 398; nth += 1) writeFileSync(join(folder, `2020-01-01T00-00-00.${String(nth).padStart(3, '0')}Z-old.eml`), '')
    await post.send(letter)
    expect(readdirSync(folder).filter((name) => name.endsWith('-old.eml'))).toHaveLength(198)
    expect(readdirSync(folder)).toHaveLength(200)
  })

  it('has stored nothing before the first e-mail', async () => {
    expect(await storedMail({ dataDir })).toEqual([])
  })
})
