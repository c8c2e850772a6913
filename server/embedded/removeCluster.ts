import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { movedFolder, writableFolder } from './clusterFolder.ts'
import { lockFolder } from './lockFolder.ts'
import { stopOrphan } from './stopOrphan.ts'

/** Removes the embedded database of a data folder, whose server must be stopped. Returns the folders removed. */
export async function removeCluster(dataDir: string, patienceMs?: number): Promise<string[]> {
  const lock = await lockFolder(writableFolder(dataDir), patienceMs)
  try {
    const folders = [join(dataDir, 'postgres'), movedFolder(dataDir)].filter((folder) => existsSync(folder))
    for (const folder of folders) {
      if (existsSync(join(folder, 'cluster'))) await stopOrphan(join(folder, 'cluster'))
      rmSync(folder, { recursive: true })
    }
    return folders
  } finally {
    lock.release()
  }
}
