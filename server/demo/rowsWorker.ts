import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { makeRows, type Batch, type Job } from './makeRows.ts'

// Generates rows in a worker thread, while the database loads earlier ones; at most `ahead` batches are buffered.
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

const merchantIds = await makeRows(workerData as Job, send) // passed by rowsFrom.ts
port.postMessage({ merchantIds })
port.close()
