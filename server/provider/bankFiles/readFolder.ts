import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_STATUS_BYTES } from '#domain/money/bankStatus/readStatusFile'
import { plainText } from '#domain/platform/plainText'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { jobsTopic } from '../../platform/events/changes.ts'
import { readOrRefuse } from './plan.ts'
import { hashOf, receiveFile, type ReceivedFile, storeUnread } from './store.ts'

type FolderServices = Pick<Services, 'database' | 'now' | 'log' | 'payments' | 'changes'> & {
  config: { bank: Pick<Services['config']['bank'], 'statusDir'> }
}

/** How long a file must not have changed: one that is still being written is left alone. */
const restMs = 10_000

/** Names that transfer programs give to files that are not complete. */
const isPartial = (name: string) => /^[.~]|\.(?:part|partial|filepart|tmp|temp|crdownload|lock)$/i.test(name)

/** Reads the files that the bank's software has put into BANK_STATUS_DIR, and moves them to `done` or `failed`. Returns the number of files. */
export async function readBankFolder(services: FolderServices): Promise<number> {
  const folder = services.config.bank.statusDir
  if (folder === null) return 0
  let seen = 0
  for (const entry of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isFile() || isPartial(entry.name)) continue
    try {
      if (await readOne(services, folder, entry.name)) seen += 1
    } catch (error) {
      // It stays where it is, and is read again by the next run.
      services.log('error', 'bank_file_not_read', { name: entry.name }, error)
    }
  }
  if (seen > 0) services.changes.publish(jobsTopic)
  return seen
}

async function readOne(services: FolderServices, folder: string, name: string): Promise<boolean> {
  const path = join(folder, name)
  const before = await stat(path)
  // Its time is of the machine's clock, whatever time it is in the product.
  if (Date.now() - before.mtimeMs < restMs) return false
  const bytes = before.size > MAX_STATUS_BYTES ? Buffer.alloc(MAX_STATUS_BYTES + 1) : await readFile(path)
  const after = await stat(path)
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) return false
  const isRead = await receive(services, { name: plainText(name).slice(0, 200), bytes, from: { source: 'folder' } })
  await moveTo(join(folder, isRead ? 'done' : 'failed'), { path, name, bytes })
  return true
}

/** Stores a file, which commits before it is moved: one that was stored and not moved is known by its bytes the next time. */
async function receive(services: FolderServices, received: ReceivedFile): Promise<boolean> {
  const now = services.now()
  try {
    await receiveFile(services, received, readOrRefuse(received.bytes, services), now)
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.why === undefined) throw error
    const { why, values } = error
    services.log('warn', 'bank_file_refused', { name: received.name, why })
    // A file that is too large is not kept, but for its name in the folder.
    if (why !== 'bankFileLarge') await services.database.write(null, (db) => storeUnread(db, received, { why, values }, now))
    return false
  }
}

/** Moves a file, under a name of its own if another one of that name is there. */
async function moveTo(folder: string, { path, name, bytes }: { path: string; name: string; bytes: Uint8Array }): Promise<void> {
  const taken = await stat(join(folder, name)).then(
    () => true,
    () => false,
  )
  const target = taken ? `${hashOf(bytes).toString('hex').slice(0, 12)}-${name}` : name
  await rename(path, join(folder, target)).catch((error: NodeJS.ErrnoException) => {
    // Another process has moved it.
    if (error.code !== 'ENOENT') throw error
  })
}
