import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { makeRows, type Batch, type Job } from './makeRows.ts'

// Makes rows on a thread of its own, while the database takes in the ones before; at most `ahead` batches wait.
const ahead = 3
const port = parentPort
if (!port) throw new Error('rowsWorker.ts is started by rowsFrom.ts')
let waiting = 0
port.on('message', () => (waiting -= 1))

const send = async (batch: Batch) => {
  const memory = batch.map(([, text]) => text.buffer)
  port.postMessage({ batch }, memory)
  waiting += 1
  if (waiting >= ahead) await once(port, 'message')
}

const merchantIds = await makeRows(workerData as Job, send) // what rowsFrom.ts passed
port.postMessage({ merchantIds })
port.close()
