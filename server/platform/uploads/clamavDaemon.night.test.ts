import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { eicar } from '../../testing/uploads/fakeClamd.ts'
import { clamavScanner } from './clamav.ts'

const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
let daemon: ChildProcess | undefined
afterAll(() => {
  daemon?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** ClamAV's daemon with a signature of the EICAR test file alone: the real signatures would have to be downloaded. */
function startDaemon(socket: string): ChildProcess {
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, 'test.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`)
  const lines = [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'LogFile /dev/null']
  if (process.getuid?.() === 0) lines.push('User root')
  writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  return spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
}

it("Debian's daemon finds the EICAR test file, and nothing in another", async ({ skip }) => {
  if (spawnSync('clamd', ['--version']).status !== 0) skip('clamd is not installed (apt-get install clamav-daemon)')
  const socket = join(folder, 'clamd.ctl')
  daemon = startDaemon(socket)
  const scanner = clamavScanner({ path: socket })
  const isThere = () =>
    scanner.version().then(
      () => true,
      () => false,
    )
  while (daemon.exitCode === null && !(await isThere())) await wait(200)
  expect(await scanner.version()).toMatch(/^ClamAV/)
  expect([await scanner.isInfected(eicar), await scanner.isInfected(Buffer.alloc(5_000_000, 'a'))]).toEqual([true, false])
})
