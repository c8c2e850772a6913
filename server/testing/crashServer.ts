import { startEmbedded } from '../embedded/embedded.ts'

// The database part of a server, to be killed by the crash tests: opens the given folder and prints its address.
const dataDir = process.argv[2] ?? ''
try {
  const startedAt = performance.now()
  const { ownerUrl, pid, stop } = await startEmbedded({ dataDir, log: (line) => process.stderr.write(`${line}\n`) })
  // Before it is announced: from then on it may be stopped at any moment.
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify({ ownerUrl, databasePid: pid(), ms: Math.round(performance.now() - startedAt) })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
