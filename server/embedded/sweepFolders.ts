import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeCluster } from './removeCluster.ts'

/** Ends and removes the temporary databases that killed test runs left behind: older than a minute and held by nobody. */
export async function sweepFolders(prefix: string, base = tmpdir()): Promise<void> {
  for (const name of readdirSync(base)) {
    const folder = join(base, name)
    if (!name.startsWith(prefix) || !existsSync(join(folder, 'launcher.lock')) || Date.now() - statSync(folder).mtimeMs < 60_000) continue
    const free = await removeCluster(folder, 0).then(
      () => true,
      () => false,
    )
    if (free) rmSync(folder, { recursive: true, force: true })
  }
}
