import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstallation } from './installation.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** Fills the rest of a disk; returns the bytes. */
function fill(file: string): number {
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(handle, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return fstatSync(handle).size
  } finally {
    closeSync(handle)
  }
}

export const scenario: Scenario = {
  says: 'the disk of the database is full for some seconds, then space is freed',
  lacks: () =>
    process.platform === 'linux' && process.getuid?.() === 0 ? null : 'a small disk is mounted for it, which takes root on Linux',
  async run() {
    const disk = mkdtempSync(join(tmpdir(), 'trastienda-chaos-disk-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', disk], { encoding: 'utf8' })
    if (mounted.status !== 0) throw new Error(`no small disk can be mounted: ${mounted.stderr.trim()}`)
    try {
      chmodSync(disk, 0o711)
      const installation = await startInstallation({ dataDir: disk })
      try {
        const node = await installation.node()
        const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
        await load.flowing(50)
        const filled = fill(join(disk, 'filler'))
        await sleep(6_000)
        rmSync(join(disk, 'filler'))
        const freedAt = performance.now()
        await load.flowing(20)
        const backMs = Math.round(performance.now() - freedAt)
        const report = await load.stop()
        return [
          refundCounts(report),
          { name: 'filled', value: Math.round(filled / 1e6), unit: 'MB' },
          { name: 'writes put off while it was full', value: report.putOff, unit: '', budget: 1, atLeast: true },
          { name: 'writes go on after space was made', value: backMs, unit: 'ms', budget: 10_000 },
          { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
          ...(await prove(installation.database.ownerUrl, report)),
        ]
      } finally {
        await installation.close({ keepFolder: true })
      }
    } finally {
      spawnSync('umount', [disk])
      rmSync(disk, { recursive: true, force: true })
    }
  },
}
