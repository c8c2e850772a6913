import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Batch, Job } from './makeRows.ts'

type Message = { batch: Batch } | { merchantIds: string[] }

/** Generates the rows of a job in a worker thread and passes them to `take`, one batch at a time; returns the shops' ids. */
export async function rowsFrom(job: Job, take: (batch: Batch) => Promise<void>): Promise<string[]> {
  const worker = new Worker(new URL('rowsWorker.ts', import.meta.url), { workerData: job })
  try {
    // An error of the worker is thrown here and ends the loop.
    for await (const [message] of on(worker, 'message') as AsyncIterable<[Message]>) {
      if ('merchantIds' in message) return message.merchantIds
      await take(message.batch)
      worker.postMessage('taken')
    }
    throw new Error('the worker ended early')
  } finally {
    await worker.terminate()
  }
}
