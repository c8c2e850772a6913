import { SMTPServer } from 'smtp-server'

/** A mail server that stores what it receives; `refuse` answers each e-mail with these codes in turn. */
export async function mailServer(refuse: number[] = []) {
  const heard: { from: string; to: string[]; text: string }[] = []
  let tries = 0
  let connections = 0
  const server = new SMTPServer({
    onConnect(_session, done) {
      connections += 1
      done()
    },
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const code = refuse[tries++]
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }))
        heard.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    heard,
    tries: () => tries,
    /** How many there were so far. */
    connections: () => connections,
    /** Ends those that are open, as a server does with idle ones. */
    endConnections: () => server.connections.forEach((connection) => connection.close()),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
