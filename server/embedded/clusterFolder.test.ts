import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keptFolderPrefix, sweepFolders } from './clusterFolder.ts'

it('folders of killed test runs are removed, not one whose run only stopped its database for a while', async () => {
  const base = mkdtempSync(join(tmpdir(), 'trastienda-sweep-'))
  // More than any process has on Linux (PID_MAX_LIMIT).
  const gone = 2 ** 22 + 1
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const names = [`${keptFolderPrefix('x-')}a`, `x-${gone}-b`, 'x-c']
  for (const name of names) {
    mkdirSync(join(base, name))
    writeFileSync(join(base, name, 'launcher.lock'), '')
    utimesSync(join(base, name), anHourAgo, anHourAgo)
  }
  try {
    await sweepFolders('x-', base)
    expect(names.map((name) => existsSync(join(base, name)))).toEqual([true, false, false])
  } finally {
    rmSync(base, { recursive: true })
  }
})
