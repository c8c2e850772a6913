import { startEmbedded } from '../embedded/embedded.ts'

// A server as far as its database goes, for the crash tests to kill: opens the folder it is told and says where.
const dataDir = process.argv[2] ?? ''
try {
  const startedAt = performance.now()
  const { ownerUrl, pid, stop } = await startEmbedded({ dataDir, log: (line) => process.stderr.write(`${line}\n`) })
  // Before anybody is told: from then on it may be stopped at any moment.
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify({ ownerUrl, databasePid: pid(), ms: Math.round(performance.now() - startedAt) })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
