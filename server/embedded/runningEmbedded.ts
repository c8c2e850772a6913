import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { movedFolder } from './clusterFolder.ts'
import { addressOf } from './databasePlace.ts'
import { databaseName } from './embedded.ts'
import { appRole, ownerRole, type ClusterKeys } from './newCluster.ts'
import { livingProcesses, readPidFile } from './stopOrphan.ts'

/** Connection strings of the embedded database of a running server, for tools that run beside it; `null` if none is running. */
export function runningEmbedded(dataDir: string): { ownerUrl: string; appUrl: string } | null {
  const folder = [join(dataDir, 'postgres'), movedFolder(dataDir)].find((candidate) => existsSync(join(candidate, 'cluster')))
  const found = folder && readPidFile(join(folder, 'cluster'))
  if (!folder || !found || !found.ready || !livingProcesses(join(folder, 'cluster')).includes(found.pid)) return null
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as ClusterKeys
  const place = { host: found.socketFolder || '127.0.0.1', port: found.port, socketFolder: found.socketFolder || null }
  return { ownerUrl: addressOf(place, ownerRole, keys.owner, databaseName), appUrl: addressOf(place, appRole, keys.app, databaseName) }
}
